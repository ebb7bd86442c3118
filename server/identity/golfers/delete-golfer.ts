import type { Context } from '../../context.ts'
import type { DeletedAccount } from '../../platform/database/backup/deleted-accounts.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { runHooks } from '../../ports.ts'
import type { SessionHolder } from '../access.ts'
import { requirePassword } from '../sessions/change-password.ts'
import { recordAction } from '../store.ts'
import { anonymize, deletePersonalRows, findAccount, lockAccount } from './store.ts'

/** @throws AppError WRONG_PASSWORD; RATE_LIMITED; the errors of {@link deleteGolfer} */
export async function deleteMyAccount(ctx: Context, holder: SessionHolder, password: string) {
  if (holder.isSuperAdmin) throw superAdminError()
  await requirePassword(ctx, holder, 'password', password, "That password isn't right.")
  await deleteGolfer(ctx, holder, holder.golferId)
  return { message: 'Your account has been deleted.' }
}

/**
 * Permanently deletes an account. Frees the golfer's spots in upcoming tee times. Past rounds keep the player
 * without a name. Groups that the golfer has deleted can no longer be restored.
 * @param actor the golfer or a super admin; the caller must check this
 * @throws AppError NOT_FOUND; FORBIDDEN for a super admin's account; USER_OWNS_GROUPS
 */
export async function deleteGolfer(ctx: Context, actor: SessionHolder, golferId: number) {
  const isOwn = actor.golferId === golferId
  await inTransaction(ctx.db, async (tx) => {
    const outcome = await deleteGolferInTransaction(ctx, tx, golferId)
    if (outcome === 'gone') throw notFound('user')
    if (outcome === 'super_admin') throw superAdminError()
    if (outcome === 'owns_groups') {
      throw new AppError(
        'USER_OWNS_GROUPS',
        isOwn
          ? 'You own a group. In Group Settings, transfer its ownership or delete the group first.'
          : 'This user owns a group. Transfer its ownership or delete the group first.',
      )
    }
    const action = isOwn ? 'account-deleted' : 'user-deleted'
    await recordAction(ctx, tx, { actorId: actor.golferId, action, golferId })
  })
}

const superAdminError = () => new AppError('FORBIDDEN', "A super admin's account can't be deleted.")

/**
 * Runs the hooks in the order that `GolferHooks` describes. After a `Conflict`, the caller must retry the
 * whole transaction.
 * @returns 'deleted'; 'gone' if there is no such account; or why it cannot be deleted
 */
export async function deleteGolferInTransaction(
  ctx: Pick<Context, 'clock' | 'notify' | 'golferHooks' | 'groupHooks'>,
  tx: Queries,
  golferId: number,
) {
  const { golferHooks } = ctx
  const now = ctx.clock.now()
  await runHooks(golferHooks, (hooks) => hooks.purgeBeforeDeletion?.(ctx, tx, golferId))
  const found = await findAccount(tx, golferId)
  if (found === undefined) return 'gone'
  if (found.isSuperAdmin) return 'super_admin'
  const [obstacle] = await runHooks(golferHooks, (hooks) =>
    hooks.findDeletionObstacle?.(tx, golferId),
  )
  if (obstacle !== undefined) return obstacle
  const deletions = await runHooks(golferHooks, (hooks) =>
    hooks.lockBeforeDeletion?.(ctx, tx, golferId, now),
  )
  await runHooks(deletions, (deletion) => deletion.leave?.())
  // A claim locks the tee time first, then the account. The same order here avoids deadlocks.
  const account = await lockAccount(tx, golferId, 'update')
  if (account === undefined) return 'gone'
  await runHooks(deletions, (deletion) => deletion.recheck?.())
  await deletePersonalRows(tx, golferId)
  await runHooks(golferHooks, (hooks) => hooks.deleteData?.(tx, { golferId, ...account }, now))
  await anonymize(tx, golferId, now)
  await runHooks(deletions, (deletion) => deletion.golferDeleted?.())
  return 'deleted'
}

/** Repeats the deletion of an account after the restore of a backup that still contains the account. */
export function deleteAgain(ctx: Context, { id, createdAt }: DeletedAccount) {
  return inTransaction(ctx.db, async (tx) => {
    const found = await findAccount(tx, id)
    // After an earlier restore, a new account may have got the same id.
    if (found?.createdAt.toISOString() !== createdAt) return 'gone'
    const outcome = await deleteGolferInTransaction(ctx, tx, id)
    if (outcome === 'deleted') {
      await recordAction(ctx, tx, { actorId: id, action: 'account-deleted', golferId: id })
    }
    return outcome
  })
}
