import type { Context } from '../../../context.ts'
import type { GolferDeletion } from '../../../golfer-hooks.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { anonymize, deleteTraces, findAccount, lockAccount } from './store.ts'

/**
 * Deletes an account within a transaction, which the caller retries as a whole after a conflict. The other
 * domains take part through their hooks, in the order that `GolferHooks` describes.
 * @returns 'deleted'; 'gone' if the account no longer exists; otherwise why it cannot be deleted
 */
export async function removeGolfer(
  ctx: Pick<Context, 'clock' | 'notify' | 'golferHooks' | 'groupHooks'>,
  tx: Queries,
  golferId: number,
): Promise<'deleted' | 'gone' | 'super_admin' | 'owns_groups'> {
  const { golferHooks } = ctx
  const now = ctx.clock.now()
  for (const hooks of golferHooks) await hooks.purgeBeforeDeletion?.(ctx, tx, golferId)
  const found = await findAccount(tx, golferId)
  if (found === undefined) return 'gone'
  if (found.isSuperAdmin) return 'super_admin'
  for (const hooks of golferHooks) {
    const obstacle = await hooks.findDeletionObstacle?.(tx, golferId)
    if (obstacle !== undefined) return obstacle
  }
  const deletions: GolferDeletion[] = []
  for (const hooks of golferHooks) {
    const deletion = await hooks.startDeletion?.(ctx, tx, golferId, now)
    if (deletion !== undefined) deletions.push(deletion)
  }
  for (const deletion of deletions) await deletion.leave?.()
  // Lock the account after the tee times, in the same order as a claim.
  const account = await lockAccount(tx, golferId)
  if (account === undefined) return 'gone'
  for (const deletion of deletions) await deletion.recheck?.()
  await deleteTraces(tx, golferId)
  for (const deletion of deletions) await deletion.deleteData?.(account)
  await anonymize(tx, golferId, now)
  for (const deletion of deletions) await deletion.finish?.()
  return 'deleted'
}
