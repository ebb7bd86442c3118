import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { endSubscriptions } from '../billing/hand-over.ts'
import type { SuperAdmin } from '../super-admin/gate.ts'
import { RESTORE_MS } from './restore-group.ts'
import { isDeleted, listDeletedOf, listToPurge, removeContents, removeGroup } from './store.ts'

/** One run purges so many groups; the next one comes tomorrow. */
const GROUPS_AT_ONCE = 100
/** Rows of one kind that one transaction removes: nobody waits long for its locks. */
const ROWS_AT_ONCE = 500
/** Nodes' clocks may differ: a group that one of them can still restore is not purged by another. */
const MARGIN_MS = 3_600_000

/**
 * Removes groups for good that were deleted longer ago than they can be restored, in batches. For the
 * nightly job.
 */
export async function purgeDeletedGroups(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const deletedBefore = new Date(ctx.clock.now().getTime() - RESTORE_MS - MARGIN_MS)
  for (const groupId of await listToPurge(ctx.db, deletedBefore, GROUPS_AT_ONCE)) {
    let hasMore = true
    while (hasMore) hasMore = await removeContents(ctx.db, groupId, ROWS_AT_ONCE)
    await retryConflicts(() => ctx.db.transaction((tx) => purgeGroup(tx, groupId)))
  }
}

/**
 * Removes a golfer's deleted groups for good, as the account is about to be deleted: nobody would be
 * left to restore them for. Within that transaction.
 */
export async function purgeGroupsOf(tx: Queries, golferId: number): Promise<void> {
  for (const groupId of await listDeletedOf(tx, golferId)) await purgeGroup(tx, groupId)
}

/**
 * Removes a group for good, deleted or not, and ends what pays for it. Returns its name; undefined when
 * it is gone. Within a transaction.
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
