import type { AlertEvent } from '../contract/alerts.ts'
import type { MyData } from '../contract/golfers.ts'
import type { NextOpenTeeTime } from '../contract/welcome.ts'
import type { Config } from './platform/config.ts'
import type { Database, Queries } from './platform/database/database.ts'

/** Details of an event besides its golfer, group and tee times. The fields depend on the event. */
export type NotificationData = Readonly<Record<string, string | number | boolean | null>>

/** One golfer to notify of an event. */
export interface Recipient {
  readonly golferId: number
  readonly groupId?: number | null
  readonly teeTimeIds?: readonly number[]
  readonly data?: NotificationData
  /** Identifies the message. A second message with the same key is ignored. */
  readonly key: string
}

/**
 * Queues a message to each golfer, on the channel that they chose for this kind of event, to be sent after
 * the transaction commits. Skips keys that were used before, kinds that the golfer turned off, muted groups
 * and deleted accounts.
 */
export type Notify = (
  tx: Queries,
  event: AlertEvent,
  recipients: readonly Recipient[],
  now: Date,
) => Promise<void>

/**
 * Returns the last message to a golfer about an event and a tee time, unless it was dropped or failed. Locks
 * the message. If it waits for quiet hours to end (`isWaiting`), it is not sent before the transaction ends.
 */
export type FindLastNotification = (
  tx: Queries,
  about: { readonly event: AlertEvent; readonly golferId: number; readonly teeTimeId: number },
) => Promise<{ readonly isWaiting: boolean; readonly data: NotificationData } | undefined>

/**
 * Stops texting a number that a golfer has replaced. Sends the waiting texts by email instead. If the golfer
 * had agreed to texts on the old number (`hadTexts`), texts that number one last time, at most once a day per
 * golfer. Call this after the number was changed.
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
  /** In E.164; null if the account has no number that can receive texts. */
  readonly phoneNumber: string | null
}

/**
 * Lets a domain take part when identity renames, exports or deletes a golfer. All hooks except
 * `listPersonalWords` run in identity's transaction. In each step, the domains' hooks run in the order of
 * `connectDomains`.
 *
 * All code locks tee times before memberships, groups and golfers, so `lockBefore…` runs before identity
 * locks the golfer. After a `Conflict`, the callers retry the whole transaction.
 * - Renaming: `lockBeforeRenaming`; identity locks and renames the golfer; `golferRenamed`.
 * - Deleting: `purgeBeforeDeletion`, `findDeletionObstacle`, `lockBeforeDeletion` and its `leave`; identity
 *   locks the golfer; `recheck` and `deleteData`; identity removes the name; `golferDeleted`.
 */
export interface GolferHooks {
  /** Locks everything that shows the golfer's name. The golfer is not locked yet. */
  lockBeforeRenaming?(tx: Queries, golferId: number): Promise<void>
  /** Updates everything that shows the golfer's name. The golfer is locked and has the new name. */
  golferRenamed?(tx: Queries, golferId: number): Promise<void>

  /** Returns words that must not make up the golfer's password, such as group names. */
  listPersonalWords?(db: Queries, golferId: number): Promise<string[]>

  /**
   * Returns the domain's part of the golfer's data. All domains read the same snapshot, and together they
   * must return a complete `MyData`.
   */
  exportData?(
    tx: Queries,
    golfer: { readonly golferId: number; readonly email: string },
    now: Date,
  ): Promise<Partial<MyData>>

  /**
   * Permanently removes groups that the golfer deleted and that could still be restored. Nothing is locked
   * yet.
   */
  purgeBeforeDeletion?(ctx: HookContext, tx: Queries, golferId: number): Promise<void>
  /** Returns the reason why the account cannot be deleted, if there is one. Nothing is locked yet. */
  findDeletionObstacle?(tx: Queries, golferId: number): Promise<'owns_groups' | undefined>
  /** Locks the rows that the deletion changes. Returns the steps to run when all domains have their locks. */
  lockBeforeDeletion?(ctx: HookContext, tx: Queries, golferId: number, now: Date): Promise<Deletion>
  /** Deletes the rest of the golfer's data. The golfer is locked. Past rounds and payments stay. */
  deleteData?(tx: Queries, account: DeletedAccount, now: Date): Promise<void>
}

/** A domain's steps in the deletion of a golfer, in this order. */
export interface Deletion {
  /** Ends the golfer's ties to others, such as memberships. The golfer is not locked yet. */
  leave?(): Promise<void>
  /**
   * Checks again after the golfer is locked, which blocks new memberships.
   * @throws Conflict if a membership was added after `lockBeforeDeletion`, so that `leave` did not end it
   */
  recheck?(): Promise<void>
  /** Updates everything that shows the golfer, after the personal data was removed. */
  golferDeleted?(): Promise<void>
}

/** The part of the context that hooks may use. */
export interface HookContext {
  readonly notify: Notify
  readonly groupHooks: readonly GroupHooks[]
}

/**
 * Lets a domain take part when a group or its members change. The groups domain calls the hooks of the other
 * domains one after another, in the order of `connectDomains`.
 *
 * Hooks with a `tx` run in the transaction of the change. After a `Conflict`, the caller retries the whole
 * transaction. All code locks tee times first, then memberships, then groups. So a hook named `lockBefore…`
 * runs before the groups domain locks anything. It returns an object with the steps that run after the groups
 * domain has its locks.
 */
export interface GroupHooks {
  /** Returns a group's next tee time with a spot that a new member could claim; undefined if it has none. */
  findNextOpen?(db: Queries, groupId: number, now: Date): Promise<NextOpenTeeTime | undefined>

  /** Runs after a new request to join the group was stored. Nothing is locked. */
  joinRequested?(tx: Queries, groupId: number, now: Date): Promise<void>

  /**
   * Locks the rows that change when a golfer joins a group. The golfer's account is not locked yet. Not
   * called for the owner of a new group.
   */
  lockBeforeJoining?(tx: Queries, joining: Membership): Promise<Joining>

  /**
   * Locks the rows that change when a golfer leaves groups. Account deletion first calls this hook for all of
   * the golfer's groups together, to lock everything in order, and then for each group.
   */
  lockBeforeLeaving?(
    ctx: HookContext,
    tx: Queries,
    leaving: Memberships,
    now: Date,
  ): Promise<Leaving>

  /** Locks the rows that depend on a group's time zone. */
  lockBeforeZoneChange?(ctx: HookContext, tx: Queries, groupId: number): Promise<ZoneChange>

  /**
   * Runs after a group was transferred to a new owner. The new owner's account, both memberships and the
   * group are locked.
   */
  ownershipTransferred?(tx: Queries, groupId: number, now: Date): Promise<void>

  /** Locks the rows of a signup, such as checkouts, before its group starts. The signup is locked. */
  lockBeforeStart?(tx: Queries, signupId: number): Promise<GroupStart>

  /**
   * Runs before a group is deleted. The group is locked. If the deletion is permanent, `lockBeforePurge` has
   * run, and the memberships are locked as well.
   */
  beforeDeletion?(tx: Queries, groupId: number): Promise<void>

  /** Runs after a deleted group was restored. The group is locked. */
  groupRestored?(tx: Queries, groupId: number, now: Date): Promise<void>

  /**
   * Deletes up to `limit` rows of each kind from a group that can no longer be restored. Returns whether
   * there may be more; if so, the hook is called again. Does not run in one long transaction, so it holds
   * locks only briefly.
   */
  purgeBatch?(db: Database, groupId: number, limit: number): Promise<boolean>

  /** Locks the rows that are deleted with a group when it is deleted permanently. */
  lockBeforePurge?(tx: Queries, groupId: number): Promise<void>
}

export interface Membership {
  readonly groupId: number
  readonly golferId: number
}

export interface Memberships {
  readonly groupIds: readonly number[]
  readonly golferId: number
}

/** A domain's step when a golfer joins a group. */
export interface Joining {
  /** Runs after the membership was inserted. The golfer's account is locked. */
  memberJoined(): Promise<void>
}

/** The rows that a domain's hook locked before the group was locked. */
export interface HookLocks {
  /**
   * Returns whether the hook locked every row of the group that it must lock. Called after the group was
   * locked, because rows such as a new tee time may have been added before that. If the result is false, the
   * groups domain releases the group and calls the hook that locks rows again.
   */
  hasLockedAll(tx: Queries, groupId: number): Promise<boolean>
}

/** A domain's steps when a golfer leaves groups. */
export interface Leaving extends HookLocks {
  /**
   * Frees the golfer's spots and waiting-list places in the group that was last passed to `hasLockedAll`.
   * Runs before the membership is deleted. Not called for the group's owner, who cannot leave.
   */
  memberLeaving(): Promise<void>
  /** Runs after the membership was deleted. */
  memberLeft(): Promise<void>
}

/** A domain's steps when a group's time zone changes. */
export interface ZoneChange extends HookLocks {
  /** Runs after the new time zone (an IANA name) was stored. `by` is the id of the golfer who changed it. */
  zoneChanged(change: { timeZone: string; by: number }, now: Date): Promise<void>
}

/** A domain's steps when the group of a signup starts. */
export interface GroupStart {
  /** Whether the group was paid for before it started. */
  readonly isPaid: boolean
  /** Runs after the group was created and its signup deleted. */
  groupStarted(started: Membership, now: Date): Promise<void>
}

/** Calls a hook of every domain that implements it, one after another. Returns the results. */
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
