import type { Context } from '../../context.ts'
import { type Queries, retryConflicts } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { recordAction } from '../audit/record-action.ts'
import type { SessionHolder, SuperAdmin } from '../sessions/access.ts'
import { removeGolfer } from './deletion/remove-golfer.ts'

/**
 * Deletes an account for good: the golfer's own, or any as a super admin. Spots in upcoming tee times
 * open up; past rounds keep a nameless player. Groups that the golfer has deleted can no longer be
 * restored.
 * @throws AppError NOT_FOUND; FORBIDDEN for a super admin's account; USER_OWNS_GROUPS
 */
export async function deleteGolfer(
  ctx: Context,
  by: SessionHolder | SuperAdmin,
  golferId: number,
): Promise<void> {
  // At this moment, an admin may be adding the golfer to a group, or the golfer may be creating one.
  await retryConflicts(() => ctx.db.transaction((tx) => deleteIn(ctx, tx, by, golferId)))
}

async function deleteIn(
  ctx: Context,
  tx: Queries,
  by: SessionHolder | SuperAdmin,
  golferId: number,
): Promise<void> {
  const outcome = await removeGolfer(ctx, tx, golferId)
  switch (outcome) {
    case 'deleted':
      await recordAction(ctx, tx, {
        actorId: by.golferId,
        action: by.golferId === golferId ? 'account-deleted' : 'user-deleted',
        golferId,
      })
      return
    case 'gone':
      throw notFound('user')
    case 'super_admin':
      throw new AppError('FORBIDDEN', "A super admin's account cannot be deleted.")
    case 'owns_groups':
      throw new AppError(
        'USER_OWNS_GROUPS',
        by.golferId === golferId
          ? 'You own a group. Transfer its ownership or delete the group first, in its settings.'
          : 'This user owns a group. Transfer its ownership or delete the group first.',
      )
  }
}
