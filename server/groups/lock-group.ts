import type { Queries } from '../platform/database/database.ts'
import { type GroupHooks, type HookContext, type HookLocks, runHooks } from '../ports.ts'

/** Thrown if a row that must be locked, such as a tee time, was added just before the group was locked. */
class RowAddedMeanwhile extends Error {}

/**
 * Locks the rows of other domains that belong to a group, such as its tee times, and then the group. If a tee
 * time is posted between these two steps, releases the group, keeps the other locks, and starts again.
 * (Locking that tee time after the group could deadlock with a transaction that uses the usual order.)
 * @param lockRows the hook that locks the rows of other domains
 * @param lockGroup locks the group and, if needed, a membership; returns undefined if either is missing
 */
export async function lockGroupWithHooks<LockedHook extends HookLocks, Found>(
  { groupHooks }: HookContext,
  tx: Queries,
  groupId: number,
  lockRows: (hooks: GroupHooks) => Promise<LockedHook> | undefined,
  lockGroup: (savepoint: Queries) => Promise<Found>,
): Promise<{ found: Found; lockedHooks: LockedHook[] }> {
  for (;;) {
    const lockedHooks = await runHooks(groupHooks, lockRows)
    try {
      return await tx.transaction(async (savepoint) => {
        const found = await lockGroup(savepoint)
        if (found === undefined) return { found, lockedHooks }
        for (const hook of lockedHooks) {
          if (!(await hook.hasLockedAll(savepoint, groupId))) throw new RowAddedMeanwhile()
        }
        return { found, lockedHooks }
      })
    } catch (error) {
      if (!(error instanceof RowAddedMeanwhile)) throw error
    }
  }
}
