import type { Notify } from './notifications.ts'
import type { Database, Queries } from './platform/database/database.ts'

/** The part of the context that hooks may use. */
export interface HookContext {
  readonly notify: Notify
  readonly groupHooks: readonly GroupHooks[]
}

/**
 * Lets a domain take part when a group or its members change. Each domain that keeps data about groups provides
 * one, and groups calls them one after another, in the order of `connectDomains`.
 *
 * Every hook except {@link GroupHooks.purgeBatch} runs in the transaction of the change, which its caller
 * retries as a whole after a `Conflict`. Everything takes its locks in the same order: tee times first,
 * then memberships, then groups. A hook named `lockBefore…` therefore runs before groups locks anything
 * itself, and returns an object that continues once groups has its locks.
 */
export interface GroupHooks {
  /** Runs after a new request to join the group was stored. Nothing is locked. */
  joinRequested?(tx: Queries, groupId: number, now: Date): Promise<void>

  /**
   * Locks what changes when a golfer joins a group. Runs once it is known that the golfer is not a member,
   * before the golfer's account is locked and the membership inserted. Not called for the owner of a new
   * group.
   */
  lockBeforeJoining?(tx: Queries, joining: Membership): Promise<Joining>

  /**
   * Locks what changes when a golfer leaves groups, before the memberships and the groups are locked. The
   * deletion of an account first calls this for all of the golfer's groups, to lock everything in order,
   * and then for each group.
   */
  lockBeforeLeaving?(
    ctx: HookContext,
    tx: Queries,
    leaving: Memberships,
    now: Date,
  ): Promise<Leaving>

  /** Locks what depends on a group's time zone, before the group is locked to change it. */
  lockBeforeZoneChange?(ctx: HookContext, tx: Queries, groupId: number): Promise<ZoneChange>

  /**
   * Runs once a group has another owner. The new owner's account, both memberships and the group are
   * locked.
   */
  ownershipTransferred?(tx: Queries, groupId: number, now: Date): Promise<void>

  /** Locks what belongs to a signup whose group is about to start. The signup is locked. */
  lockBeforeStart?(tx: Queries, signupId: number): Promise<Start>

  /**
   * Runs before a group is deleted, whether it can be restored or not. The group is locked. If it is
   * deleted permanently, {@link GroupHooks.lockBeforePurge} has run and its memberships are locked too.
   */
  beforeDeletion?(tx: Queries, groupId: number): Promise<void>

  /** Runs once a deleted group is back. The group is locked. */
  groupRestored?(tx: Queries, groupId: number, now: Date): Promise<void>

  /**
   * Deletes up to `limit` rows of each kind in a group that can no longer be restored. Returns whether
   * there may be more. Runs on the pool, so that its locks are short, until no domain has more.
   */
  purgeBatch?(db: Database, groupId: number, limit: number): Promise<boolean>

  /**
   * Locks the rows that are deleted with a group, before its memberships and the group are locked to
   * delete it permanently.
   */
  lockBeforePurge?(tx: Queries, groupId: number): Promise<void>
}

/** A golfer's membership in a group. */
export interface Membership {
  readonly groupId: number
  readonly golferId: number
}

/** A golfer's memberships in some groups. */
export interface Memberships {
  readonly groupIds: readonly number[]
  readonly golferId: number
}

/** A domain's part in a golfer's joining a group. */
export interface Joining {
  /** Runs once the membership is inserted. The golfer's account is locked. */
  memberJoined(): Promise<void>
}

/** A domain's part in a golfer's leaving groups. */
export interface Leaving {
  /**
   * Gives up the golfer's places in one of the groups. Runs once the membership and the group are locked,
   * before the membership is deleted. Not called for the group's owner, who stays.
   * @throws Conflict when something appeared before the group was locked that should have been locked first
   */
  memberLeaving(groupId: number): Promise<void>
  /** Runs once that membership is deleted. */
  memberLeft(): Promise<void>
}

/** A domain's part in a change of a group's time zone. */
export interface ZoneChange {
  /**
   * Returns whether everything that depends on the zone is locked. Asked once the group is locked. On
   * false, groups releases its own lock and calls {@link GroupHooks.lockBeforeZoneChange} again.
   */
  hasLockedAll(tx: Queries): Promise<boolean>
  /** Runs once the new zone (IANA name) is stored. */
  zoneChanged(change: { timeZone: string; by: number }, now: Date): Promise<void>
}

/** A domain's part in the start of a group that was waiting for its owner. */
export interface Start {
  /** Whether the group was paid for while it waited. */
  readonly isPaid: boolean
  /** Runs once the group exists, and is no longer waiting. */
  groupStarted(started: Membership, now: Date): Promise<void>
}
