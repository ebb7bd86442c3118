import type { AlertEvent } from '../contract/alerts.ts'
import type { MyData } from '../contract/golfers.ts'
import type { NextOpenTeeTime } from '../contract/welcome.ts'
import type { Config } from './platform/config.ts'
import type { Database, Queries } from './platform/database/database.ts'

export type NotificationData = Readonly<Record<string, string | number | boolean | null>>

export interface Recipient {
  readonly golferId: number
  readonly groupId?: number | null
  readonly teeTimeIds?: readonly number[]
  readonly data?: NotificationData
  /** Identifies the message. A second message with the same key is ignored. */
  readonly key: string
}

export interface NotificationSubject {
  readonly event: AlertEvent
  readonly golferId: number
  readonly teeTimeId: number
}

/** How a domain calls domains that it must not import. `connectDomains` implements the ports. */
export interface Ports {
  /**
   * Queues a message to each recipient, to be sent after the commit. Skips messages whose key was already
   * used, messages to deleted accounts or about inactive groups, and messages that the golfer has turned off
   * or muted.
   */
  readonly notify: (
    tx: Queries,
    event: AlertEvent,
    recipients: readonly Recipient[],
    now: Date,
  ) => Promise<void>
  /**
   * Locks and returns the newest message to a golfer about an event and a tee time. Ignores dropped and
   * failed messages. A message that waits for quiet hours to end (`isWaiting`) is not sent before the
   * transaction ends.
   */
  readonly findLastNotification: (
    tx: Queries,
    about: NotificationSubject,
  ) => Promise<{ readonly isWaiting: boolean; readonly data: NotificationData } | undefined>
  /** Adds `data` to all messages to a golfer about an event and a tee time. */
  readonly addNotificationData: (
    tx: Queries,
    about: NotificationSubject,
    data: NotificationData,
  ) => Promise<void>
  /**
   * Chooses again when to send messages that wait for quiet hours to end: those about these tee times, except
   * announcements of open spots.
   */
  readonly requeueHeldMessages: (tx: Queries, teeTimeIds: readonly number[]) => Promise<void>
  /**
   * Handles a golfer's change of phone number: sends the golfer's waiting texts by email. If the golfer had
   * agreed to texts (`hadConsent`), sends a last text to the old number, at most one a day.
   */
  readonly retireNumber: (
    ctx: { readonly config: Config },
    tx: Queries,
    replaced: { readonly golferId: number; readonly number: string; readonly hadConsent: boolean },
    now: Date,
  ) => Promise<void>
  readonly golferHooks: readonly GolferHooks[]
  readonly groupHooks: readonly GroupHooks[]
}

export type HookContext = Pick<Ports, 'notify' | 'groupHooks'>

export interface DeletedAccount {
  readonly golferId: number
  readonly email: string
  /** In E.164; null if the account has no number that can receive texts. */
  readonly phoneNumber: string | null
}

/**
 * Lets a domain take part when identity changes, exports or deletes a golfer, in the same transaction. If a
 * hook throws a `Conflict`, the caller retries the whole transaction.
 * All code locks tee times before memberships, groups and golfers, so `lockBefore…` runs before identity
 * locks the golfer. To delete a golfer, identity calls `purgeBeforeDeletion`, `findDeletionObstacle`,
 * `lockBeforeDeletion` and the `leave` that it returned, locks the golfer, calls `recheck` and `deleteData`,
 * removes the name, and calls `golferDeleted`.
 */
export interface GolferHooks {
  lockBeforeRenaming?(tx: Queries, golferId: number): Promise<void>
  golferRenamed?(tx: Queries, golferId: number): Promise<void>
  phoneChanged?(tx: Queries, golferId: number): Promise<void>
  /** Returns words that a password must not consist of, such as the names of the golfer's groups. */
  listPersonalWords?(db: Queries, golferId: number): Promise<string[]>
  /** All domains read the same snapshot, and together they must return a complete `MyData`. */
  exportData?(
    tx: Queries,
    golfer: { readonly golferId: number; readonly email: string },
    now: Date,
  ): Promise<Partial<MyData>>
  /** Permanently removes groups that the golfer deleted and that could still be restored. */
  purgeBeforeDeletion?(ctx: HookContext, tx: Queries, golferId: number): Promise<void>
  findDeletionObstacle?(tx: Queries, golferId: number): Promise<'owns_groups' | undefined>
  /** Locks the rows that the deletion changes. Returns the steps to run when all domains have their locks. */
  lockBeforeDeletion?(ctx: HookContext, tx: Queries, golferId: number, now: Date): Promise<Deletion>
  /** Deletes the rest of the golfer's data. Past rounds and payments stay. */
  deleteData?(tx: Queries, account: DeletedAccount, now: Date): Promise<void>
}

export interface Deletion {
  /** Ends the golfer's ties to others, such as memberships. */
  leave?(): Promise<void>
  /** @throws Conflict if a membership was added after `lockBeforeDeletion`: `leave` did not end that one */
  recheck?(): Promise<void>
  golferDeleted?(): Promise<void>
}

/**
 * Lets a domain take part when a group or its members change. Hooks with a `tx` run in the transaction of the
 * change. If a hook throws a `Conflict`, the caller retries the whole transaction.
 * All code locks tee times first, then memberships, then groups. So `lockBefore…` runs before the groups
 * domain locks anything, and most of these hooks return steps that run after the groups domain has its locks.
 */
export interface GroupHooks {
  findNextOpen?(db: Queries, groupId: number, now: Date): Promise<NextOpenTeeTime | undefined>
  joinRequested?(tx: Queries, groupId: number, now: Date): Promise<void>
  /** Not called for the owner of a new group. `memberJoined` runs after the membership was inserted. */
  lockBeforeJoining?(tx: Queries, joining: Membership): Promise<{ memberJoined(): Promise<void> }>
  /**
   * Account deletion first calls this for all groups together, so that all locks are taken in order, and then
   * again for each group.
   */
  lockBeforeLeaving?(
    ctx: HookContext,
    tx: Queries,
    leaving: Memberships,
    now: Date,
  ): Promise<Leaving>
  lockBeforeZoneChange?(ctx: HookContext, tx: Queries, groupId: number): Promise<ZoneChange>
  ownershipTransferred?(tx: Queries, groupId: number, now: Date): Promise<void>
  /** Locks the rows that refer to a signup, such as its checkouts. The signup itself is already locked. */
  lockBeforeStart?(tx: Queries, signupId: number): Promise<GroupStart>
  /** Runs while the group is locked; before a permanent deletion, `lockBeforePurge` runs first. */
  beforeDeletion?(tx: Queries, groupId: number): Promise<void>
  groupRestored?(tx: Queries, groupId: number, now: Date): Promise<void>
  /** Deletes up to `limit` rows of each kind from a purged group. Returns whether there may be more. */
  purgeBatch?(db: Database, groupId: number, limit: number): Promise<boolean>
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

/** The rows that a domain's hook locked before the group was locked. */
export interface HookLocks {
  /**
   * Called after the group was locked. Returns false if rows that this hook did not lock, such as a new tee
   * time, were added in the meantime. The groups domain then releases the group and calls the `lockBefore…`
   * hook again.
   */
  hasLockedAll(tx: Queries, groupId: number): Promise<boolean>
}

export interface Leaving extends HookLocks {
  /** Frees the golfer's spots in the group last passed to `hasLockedAll`. The membership still exists. */
  memberLeaving(): Promise<void>
  memberLeft(): Promise<void>
}

export interface ZoneChange extends HookLocks {
  /** Runs after the new time zone was stored. `by` is the golfer who changed it. */
  zoneChanged(change: { timeZone: string; by: number }, now: Date): Promise<void>
}

export interface GroupStart {
  readonly isPaid: boolean
  /** Runs after the group was created and its signup deleted. */
  groupStarted(started: Membership, now: Date): Promise<void>
}

/** Calls a hook in one domain after another. Returns the results of those that have the hook. */
export async function runHooks<Hooks extends GolferHooks | GroupHooks | Deletion, Result>(
  allHooks: readonly Hooks[],
  call: (hooks: Hooks) => Promise<Result> | undefined,
) {
  const results = await Array.fromAsync(allHooks, call)
  return results.filter((result) => result !== undefined)
}
