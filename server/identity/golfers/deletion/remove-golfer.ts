import type { Context } from '../../../context.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { runHooks } from '../../../ports.ts'
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
  await runHooks(golferHooks, (hooks) => hooks.purgeBeforeDeletion?.(ctx, tx, golferId))
  const found = await findAccount(tx, golferId)
  if (found === undefined) return 'gone'
  if (found.isSuperAdmin) return 'super_admin'
  const obstacles = await runHooks(golferHooks, (hooks) =>
    hooks.findDeletionObstacle?.(tx, golferId),
  )
  const obstacle = obstacles.find((one) => one !== undefined)
  if (obstacle !== undefined) return obstacle
  const parts = await runHooks(golferHooks, (hooks) =>
    hooks.lockBeforeDeletion?.(ctx, tx, golferId, now),
  )
  await runHooks(parts, (part) => part.leave?.())
  // Lock the account after the tee times, in the same order as a claim.
  const account = await lockAccount(tx, golferId)
  if (account === undefined) return 'gone'
  await runHooks(parts, (part) => part.recheck?.())
  await deleteTraces(tx, golferId)
  await runHooks(golferHooks, (hooks) => hooks.deleteData?.(tx, account, now))
  await anonymize(tx, golferId, now)
  await runHooks(parts, (part) => part.golferDeleted?.())
  return 'deleted'
}
