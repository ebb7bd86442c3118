import type { AlertEvent } from '../contract/alerts.ts'
import type { MyData } from '../contract/golfers.ts'
import type { NextOpenTeeTime } from '../contract/welcome.ts'
import type { Config } from './platform/config.ts'
import type { Database, Queries } from './platform/database/database.ts'

/** Details of an event besides its golfer, group and tee times; the fields depend on the event. */
export type NotificationData = Readonly<Record<string, string | number | boolean | null>>

/** One golfer to notify of an event. */
export interface Recipient {
  readonly golferId: number
  readonly groupId?: number | null
  readonly teeTimeIds?: readonly number[]
  readonly data?: NotificationData
  /** Identifies the message; a known key changes nothing. */
  readonly key: string
}

/**
 * Notifies golfers once the transaction commits, each on the channel they chose for such events. Skips
 * known keys, kinds that are switched off, muted groups and deleted accounts.
 */
export type Notify = (
  tx: Queries,
  event: AlertEvent,
  recipients: readonly Recipient[],
  now: Date,
) => Promise<void>

/**
 * Finds the last message of an event to a golfer about one tee time, unless it was dropped or failed. One
 * that waits for quiet hours to end (`isWaiting`) keeps waiting until the transaction ends.
 */
export type FindLastNotification = (
  tx: Queries,
  about: { readonly event: AlertEvent; readonly golferId: number; readonly teeTimeId: number },
) => Promise<{ readonly isWaiting: boolean; readonly data: NotificationData } | undefined>

/**
 * Sends by email what was waiting to be texted to a number that a golfer has replaced. If the golfer had agreed
 * to texts on it (`hadTexts`), also sends that number a last text, at most once a day per golfer. Call it after the
 * change.
 */
export type RetireNumber = (
  ctx: { readonly config: Config },
  tx: Queries,
  replaced: { readonly golferId: number; readonly number: string; readonly hadTexts: boolean },
  now: Date,
) => Promise<void>

/** An account that is being deleted. Identity has locked its row. */
export interface DeletedAccount {
  readonly golferId: number
  readonly email: string
  /** In E.164; null without a number that takes texts. */
  readonly phoneNumber: string | null
}

/**
 * Lets a domain take part when identity renames, exports or deletes a golfer. Everything but
 * `listPersonalWords` runs in identity's transaction. In each step, the hooks of lower domains run first.
 *
 * All code locks tee times before memberships, groups and golfers, so `lockBefore…` runs before identity
 * locks the golfer. The callers retry a transaction as a whole after a `Conflict`.
 * - Renaming: `lockBeforeRenaming`; identity locks and renames the golfer; `golferRenamed`.
 * - Deleting: `purgeBeforeDeletion`, `findDeletionObstacle`, `lockBeforeDeletion` and its `leave`; identity
 *   locks the golfer; `recheck` and `deleteData`; identity removes the name; `golferDeleted`.
 */
export interface GolferHooks {
  /** Locks what shows the golfer's name. The golfer is not locked yet. */
  lockBeforeRenaming?(tx: Queries, golferId: number): Promise<void>
  /** Updates what shows the golfer's name. The golfer is locked and has the new name. */
  golferRenamed?(tx: Queries, golferId: number): Promise<void>

  /** Lists words about the golfer that their password must not be made of. */
  listPersonalWords?(db: Queries, golferId: number): Promise<string[]>

  /** Returns the domain's part of the golfer's data. All parts, read from one snapshot, must be complete. */
  exportData?(
    tx: Queries,
    golfer: { readonly golferId: number; readonly email: string },
    now: Date,
  ): Promise<Partial<MyData>>

  /** Permanently removes what the golfer deleted and could still restore. Nothing is locked yet. */
  purgeBeforeDeletion?(ctx: HookContext, tx: Queries, golferId: number): Promise<void>
  /** Returns why the account cannot be deleted, if there is a reason. Nothing is locked yet. */
  findDeletionObstacle?(tx: Queries, golferId: number): Promise<'owns_groups' | undefined>
  /** Locks what the deletion changes. Returns an object that continues once every domain has its locks. */
  lockBeforeDeletion?(ctx: HookContext, tx: Queries, golferId: number, now: Date): Promise<Deletion>
  /** Deletes the rest of the golfer's data. The golfer is locked. Past rounds and payments stay. */
  deleteData?(tx: Queries, account: DeletedAccount, now: Date): Promise<void>
}

/** What a domain does while a golfer is deleted, in this order. */
export interface Deletion {
  /** Ends what connects the golfer with others, for example memberships. The golfer is not locked yet. */
  leave?(): Promise<void>
  /**
   * Checks again once the golfer is locked, which keeps new memberships out.
   * @throws Conflict when something that `leave` would have ended started after `lockBeforeDeletion`
   */
  recheck?(): Promise<void>
  /** Updates what shows the golfer, who has no personal data anymore. */
  golferDeleted?(): Promise<void>
}

/** The part of the context that hooks may use. */
export interface HookContext {
  readonly notify: Notify
  readonly groupHooks: readonly GroupHooks[]
}

/**
 * Lets a domain take part when a group or its members change. Groups calls the domains one after another, in
 * the order of `connectDomains`.
 *
 * Hooks with a `tx` run in the transaction of the change, which its caller retries as a whole after a
 * `Conflict`. All code locks tee times first, then memberships, then groups. A hook named `lockBefore…`
 * therefore runs before groups locks anything, and its result continues once groups has its locks.
 */
export interface GroupHooks {
  /** Finds a group's next tee time with a spot that a new member could claim. Changes nothing. */
  findNextOpen?(db: Queries, groupId: number, now: Date): Promise<NextOpenTeeTime | undefined>

  /** Runs after a new request to join the group was stored. Nothing is locked. */
  joinRequested?(tx: Queries, groupId: number, now: Date): Promise<void>

  /**
   * Locks what changes when a golfer who is not a member joins a group, before the golfer's account is
   * locked. Not called for the owner of a new group.
   */
  lockBeforeJoining?(tx: Queries, joining: Membership): Promise<Joining>

  /**
   * Locks what changes when a golfer leaves groups. The deletion of an account first calls this for all of
   * the golfer's groups, to lock everything in order, and then for each group.
   */
  lockBeforeLeaving?(
    ctx: HookContext,
    tx: Queries,
    leaving: Memberships,
    now: Date,
  ): Promise<Leaving>

  /** Locks what depends on a group's time zone. */
  lockBeforeZoneChange?(ctx: HookContext, tx: Queries, groupId: number): Promise<ZoneChange>

  /** Runs once a group has another owner. That account, both memberships and the group are locked. */
  ownershipTransferred?(tx: Queries, groupId: number, now: Date): Promise<void>

  /** Locks what belongs to a signup whose group is about to start. The signup is locked. */
  lockBeforeStart?(tx: Queries, signupId: number): Promise<Start>

  /**
   * Runs before a group is deleted. The group is locked. If it cannot be restored, `lockBeforePurge` has run
   * and its memberships are locked too.
   */
  beforeDeletion?(tx: Queries, groupId: number): Promise<void>

  /** Runs after a deleted group was restored. The group is locked. */
  groupRestored?(tx: Queries, groupId: number, now: Date): Promise<void>

  /**
   * Deletes up to `limit` rows of each kind in a group that can no longer be restored. Returns whether there
   * may be more, and runs until no domain has. Runs on the pool, so that its locks are short.
   */
  purgeBatch?(db: Database, groupId: number, limit: number): Promise<boolean>

  /** Locks the rows that are removed when a group is deleted permanently. */
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

/** A domain's locks, taken before those of the group. */
export interface LockedBefore {
  /**
   * Returns whether every row of the group that must be locked is locked. Called once the group itself is. On
   * false, groups releases its own locks and calls the hook again.
   */
  hasLockedAll(tx: Queries, groupId: number): Promise<boolean>
}

/** A domain's part in a golfer's leaving groups. */
export interface Leaving extends LockedBefore {
  /**
   * Gives up the golfer's places in the group that `hasLockedAll` was asked about, before the membership is
   * deleted. Not called for the group's owner, who stays.
   */
  memberLeaving(): Promise<void>
  /** Runs once that membership is deleted. */
  memberLeft(): Promise<void>
}

/** A domain's part in a change of a group's time zone. */
export interface ZoneChange extends LockedBefore {
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

/** Calls a hook of each domain that has it, one after another. Returns their results. */
export async function runHooks<Hooks, Result>(
  all: readonly Hooks[],
  call: (hooks: Hooks) => Promise<Result> | undefined,
): Promise<Result[]> {
  const results: Result[] = []
  for (const hooks of all) {
    const called = call(hooks)
    if (called !== undefined) results.push(await called)
  }
  return results
}
