import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors.ts'
import type { SessionHolder } from '../sessions/access.ts'
import { isMyPassword } from '../sessions/check-password.ts'
import { deleteGolfer } from './delete-golfer.ts'

/**
 * Permanently deletes the account of the signed-in golfer.
 * @throws AppError FORBIDDEN for a super admin; WRONG_PASSWORD; and the errors of {@link deleteGolfer}
 */
export async function deleteMyAccount(
  ctx: Context,
  holder: SessionHolder,
  password: string,
): Promise<void> {
  if (holder.isSuperAdmin) {
    throw new AppError('FORBIDDEN', "A super admin's account cannot be deleted.")
  }
  if (!(await isMyPassword(ctx, holder, password))) {
    const message = 'The password is not right.'
    throw new AppError('WRONG_PASSWORD', message, { fields: { password: message } })
  }
  await deleteGolfer(ctx, holder, holder.golferId)
}
