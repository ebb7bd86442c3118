import type { Context } from '../../context.ts'
import { type Queries, retryConflicts } from '../../platform/database/database.ts'
import { runHooks } from '../../ports.ts'
import { RESTORE_MS } from './restore-group.ts'
import { isDeleted, listDeletedOf, listToPurge, lockToRemove, removeGroup } from './store.ts'

/** The most groups one run purges. The next night's run continues. */
const GROUPS_AT_ONCE = 100
/** The most rows of one kind that one transaction removes, so that its locks are short. */
const ROWS_AT_ONCE = 500
/** Clocks differ between nodes. The margin keeps one from purging a group that another can still restore. */
const MARGIN_MS = 3_600_000

/** Permanently removes groups that can no longer be restored, in batches. For the nightly job. */
export async function purgeDeletedGroups(
  ctx: Pick<Context, 'db' | 'clock' | 'groupHooks'>,
): Promise<void> {
  const deletedBefore = new Date(ctx.clock.now().getTime() - RESTORE_MS - MARGIN_MS)
  for (const groupId of await listToPurge(ctx.db, deletedBefore, GROUPS_AT_ONCE)) {
    let hasMore = true
    while (hasMore) hasMore = await purgeContents(ctx, groupId)
    await retryConflicts(() =>
      ctx.db.transaction((tx) => removeGroupNow(ctx, tx, groupId, isDeleted)),
    )
  }
}

/** Removes a batch of what a deleted group contains. Returns whether there may be more. */
async function purgeContents(
  ctx: Pick<Context, 'db' | 'groupHooks'>,
  groupId: number,
): Promise<boolean> {
  const more = await runHooks(ctx.groupHooks, (hooks) =>
    hooks.purgeBatch?.(ctx.db, groupId, ROWS_AT_ONCE),
  )
  return more.includes(true)
}

/**
 * Permanently removes a golfer's deleted groups, because no owner will be left to restore them for. Must
 * run within the transaction that deletes the account.
 */
export async function purgeGroupsOf(
  ctx: Pick<Context, 'groupHooks'>,
  tx: Queries,
  golferId: number,
): Promise<void> {
  for (const groupId of await listDeletedOf(tx, golferId)) {
    await removeGroupNow(ctx, tx, groupId, isDeleted)
  }
}

/**
 * Permanently removes a group, deleted or not, and ends its subscriptions. Must run within a transaction.
 * Returns the group's name; undefined if it no longer exists.
 * @param only a condition that the group must meet
 */
export async function removeGroupNow(
  ctx: Pick<Context, 'groupHooks'>,
  tx: Queries,
  groupId: number,
  only?: typeof isDeleted,
): Promise<string | undefined> {
  // Lock in the same order as a claim: tee times, memberships, then the group.
  await runHooks(ctx.groupHooks, (hooks) => hooks.lockBeforePurge?.(tx, groupId))
  if (!(await lockToRemove(tx, groupId, only))) return undefined
  await runHooks(ctx.groupHooks, (hooks) => hooks.beforeDeletion?.(tx, groupId))
  return removeGroup(tx, groupId)
}
