import type { MyData } from '../contract/golfers.ts'
import type { GroupHooks } from './group-hooks.ts'
import type { Notify } from './notifications.ts'
import type { Clock } from './platform/clock.ts'
import type { Queries } from './platform/database/database.ts'

/** The part of the context that hooks may use. */
export interface HookContext {
  readonly clock: Clock
  readonly notify: Notify
  readonly groupHooks: readonly GroupHooks[]
}

/** An account that is being deleted. Identity has locked its row. */
export interface DeletedAccount {
  readonly golferId: number
  readonly email: string
  /** In E.164; null without a number that takes texts. */
  readonly phoneNumber: string | null
}

/**
 * What a domain does when identity renames, exports or deletes a golfer. Each domain that keeps data about
 * golfers provides one, in its `golfer-hooks.ts`. Everything but `listPersonalWords` runs in identity's
 * transaction. In each step, the hooks of lower domains run first.
 *
 * Tee times are locked before memberships, groups and golfers, as everywhere. So each change has a step
 * that locks, which runs before identity locks the golfer:
 * - Renaming: `lockBeforeRenaming`; identity locks and renames the golfer; `afterRenaming`.
 * - Deleting: `purgeBeforeDeletion`, `findDeletionObstacle` and `startDeletion`, then the steps of
 *   {@link GolferDeletion}. The whole transaction is retried after a conflict.
 */
export interface GolferHooks {
  /** Locks what shows the golfer's name. The golfer is not locked yet. */
  lockBeforeRenaming?(tx: Queries, golferId: number): Promise<void>
  /** Updates what shows the golfer's name. The golfer is locked and has the new name. */
  afterRenaming?(tx: Queries, golferId: number): Promise<void>

  /** Lists words about the golfer that their password must not be made of. */
  listPersonalWords?(db: Queries, golferId: number): Promise<string[]>

  /**
   * Returns the domain's part of the golfer's data. All parts are read from one snapshot, and together they
   * must be complete.
   */
  exportData?(
    tx: Queries,
    golfer: { readonly golferId: number; readonly email: string },
    now: Date,
  ): Promise<Partial<MyData>>

  /** Permanently removes what the golfer deleted and could still restore. Nothing is locked yet. */
  purgeBeforeDeletion?(ctx: HookContext, tx: Queries, golferId: number): Promise<void>
  /** Returns why the account cannot be deleted, if there is a reason. Nothing is locked yet. */
  findDeletionObstacle?(tx: Queries, golferId: number): Promise<'owns_groups' | undefined>
  /** Locks what the deletion changes, except the golfer, and returns the steps that follow. */
  startDeletion?(
    ctx: HookContext,
    tx: Queries,
    golferId: number,
    now: Date,
  ): Promise<GolferDeletion>
}

/** The steps of a deletion once everything but the golfer is locked, in the order they are called. */
export interface GolferDeletion {
  /** Ends what connects the golfer with others, for example memberships. */
  leave?(): Promise<void>
  /**
   * Checks again under the lock of the golfer, which keeps new memberships out.
   * @throws Conflict when something that `leave` would have ended started after `startDeletion`
   */
  recheck?(): Promise<void>
  /** Deletes the rest of the golfer's data. Past rounds and payments stay. */
  deleteData?(account: DeletedAccount): Promise<void>
  /** Updates what shows the golfer, who has no personal data anymore. */
  finish?(): Promise<void>
}
