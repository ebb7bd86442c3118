import type { MyData } from '../contract/golfers.ts'
import type { HookContext } from './group-hooks.ts'
import type { Queries } from './platform/database/database.ts'

/** An account that is being deleted. Identity has locked its row. */
export interface DeletedAccount {
  readonly golferId: number
  readonly email: string
  /** In E.164; null without a number that takes texts. */
  readonly phoneNumber: string | null
}

/**
 * Lets a domain take part when identity renames, exports or deletes a golfer. Each domain that keeps data about
 * golfers provides one, in its `golfer-hooks.ts`. Everything but `listPersonalWords` runs in identity's
 * transaction. In each step, the hooks of lower domains run first.
 *
 * Tee times are locked before memberships, groups and golfers, as everywhere. A hook named `lockBefore…`
 * therefore runs before identity locks the golfer. The callers retry a transaction as a whole after a
 * `Conflict`.
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
  /**
   * Locks what the deletion changes, before the golfer is locked, and returns an object that continues
   * once every domain has its locks.
   */
  lockBeforeDeletion?(ctx: HookContext, tx: Queries, golferId: number, now: Date): Promise<Deletion>
  /** Deletes the rest of the golfer's data. The golfer is locked. Past rounds and payments stay. */
  deleteData?(tx: Queries, account: DeletedAccount, now: Date): Promise<void>
}

/** A domain's part in a golfer's deletion. */
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
