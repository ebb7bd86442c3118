import { endSubscriptions } from '../../billing/hand-over.ts'
import type { Context } from '../../context.ts'
import type { SuperAdmin } from '../../identity/sessions/access.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { RESTORE_MS } from './restore-group.ts'
import { isDeleted, listDeletedOf, listToPurge, removeContents, removeGroup } from './store.ts'

/** The most groups one run purges. The next night's run continues. */
const GROUPS_AT_ONCE = 100
/** The most rows of one kind that one transaction removes, so that its locks are short. */
const ROWS_AT_ONCE = 500
/** Clocks differ between nodes. The margin keeps one from purging a group that another can still restore. */
const MARGIN_MS = 3_600_000

/** Permanently removes groups that can no longer be restored, in batches. For the nightly job. */
export async function purgeDeletedGroups(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const deletedBefore = new Date(ctx.clock.now().getTime() - RESTORE_MS - MARGIN_MS)
  for (const groupId of await listToPurge(ctx.db, deletedBefore, GROUPS_AT_ONCE)) {
    let hasMore = true
    while (hasMore) hasMore = await removeContents(ctx.db, groupId, ROWS_AT_ONCE)
    await retryConflicts(() => ctx.db.transaction((tx) => purgeGroup(tx, groupId)))
  }
}

/**
 * Permanently removes a golfer's deleted groups, because no owner will be left to restore them for. Must
 * run within the transaction that deletes the account.
 */
export async function purgeGroupsOf(tx: Queries, golferId: number): Promise<void> {
  for (const groupId of await listDeletedOf(tx, golferId)) await purgeGroup(tx, groupId)
}

/**
 * Permanently removes a group, deleted or not, and ends its subscriptions. Must run within a transaction.
 * Returns the group's name; undefined if it no longer exists.
 */
export function removeAtOnce(
  tx: Queries,
  _by: SuperAdmin,
  groupId: number,
): Promise<string | undefined> {
  return removeGroup(tx, groupId, () => endSubscriptions(tx, groupId))
}

async function purgeGroup(tx: Queries, groupId: number): Promise<void> {
  await removeGroup(tx, groupId, () => endSubscriptions(tx, groupId), isDeleted)
}
