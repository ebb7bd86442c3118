import type { Context } from '../../context.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { runHooks } from '../../ports.ts'
import type { SessionHolder } from '../access.ts'
import { isMyPassword } from '../sessions/change-password.ts'
import { recordAction } from '../store.ts'
import { anonymize, deleteTraces, findAccount, lockAccount } from './store.ts'

/**
 * Permanently deletes the account of the signed-in golfer.
 * @throws AppError FORBIDDEN for a super admin; WRONG_PASSWORD; and the errors of {@link deleteGolfer}
 */
export async function deleteMyAccount(ctx: Context, holder: SessionHolder, password: string) {
  if (holder.isSuperAdmin) throw superAdminStays()
  if (!(await isMyPassword(ctx, holder, password))) {
    const message = "That password isn't right."
    throw new AppError('WRONG_PASSWORD', message, { fields: { password: message } })
  }
  await deleteGolfer(ctx, holder, holder.golferId)
}

/**
 * Deletes an account for good: the golfer's own, or any as a super admin. Spots in upcoming tee times
 * open up, and past rounds keep a player without a name. Groups that the golfer has deleted can no longer be
 * restored.
 * @throws AppError NOT_FOUND; FORBIDDEN for a super admin's account; USER_OWNS_GROUPS
 */
export async function deleteGolfer(ctx: Context, by: SessionHolder, golferId: number) {
  // Retries, because an admin may be adding the golfer to a group right now, or the golfer creating one.
  await inTransaction(ctx.db, async (tx) => {
    const outcome = await removeGolfer(ctx, tx, golferId)
    const isOwn = by.golferId === golferId
    if (outcome === 'gone') throw notFound('user')
    if (outcome === 'super_admin') throw superAdminStays()
    if (outcome === 'owns_groups') {
      throw new AppError(
        'USER_OWNS_GROUPS',
        isOwn
          ? 'You own a group. In Group Settings, transfer its ownership or delete the group first.'
          : 'This user owns a group. Transfer its ownership or delete the group first.',
      )
    }
    const action = isOwn ? 'account-deleted' : 'user-deleted'
    await recordAction(ctx, tx, { actorId: by.golferId, action, golferId })
  })
}

function superAdminStays(): AppError {
  return new AppError('FORBIDDEN', "A super admin's account can't be deleted.")
}

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
  await runHooks(golferHooks, (of) => of.purgeBeforeDeletion?.(ctx, tx, golferId))
  const found = await findAccount(tx, golferId)
  if (found === undefined) return 'gone'
  if (found.isSuperAdmin) return 'super_admin'
  const obstacles = await runHooks(golferHooks, (of) => of.findDeletionObstacle?.(tx, golferId))
  const obstacle = obstacles.find((one) => one !== undefined)
  if (obstacle !== undefined) return obstacle
  const parts = await runHooks(golferHooks, (of) => of.lockBeforeDeletion?.(ctx, tx, golferId, now))
  await runHooks(parts, (part) => part.leave?.())
  // Lock the account after the tee times, in the same order as a claim.
  const account = await lockAccount(tx, golferId)
  if (account === undefined) return 'gone'
  await runHooks(parts, (part) => part.recheck?.())
  await deleteTraces(tx, golferId)
  await runHooks(golferHooks, (of) => of.deleteData?.(tx, account, now))
  await anonymize(tx, golferId, now)
  await runHooks(parts, (part) => part.golferDeleted?.())
  return 'deleted'
}
