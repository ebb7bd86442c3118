import { isCommonPassword } from '../../../contract/well-known-passwords.ts'
import type { Context } from '../../context.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { isMyPassword } from './check-password.ts'
import type { SessionHolder } from './gate.ts'
import { replacePassword } from './store.ts'

/**
 * Changes the password of the session's golfer; the golfer's other sessions end.
 * @throws AppError WRONG_PASSWORD when the current one does not match; INVALID_INPUT when a super
 * admin chooses a common one
 */
export async function changePassword(
  ctx: Context,
  holder: SessionHolder,
  form: { currentPassword: string; newPassword: string },
): Promise<void> {
  if (!(await isMyPassword(ctx, holder, form.currentPassword))) {
    const message = 'The current password is not right.'
    throw new AppError('WRONG_PASSWORD', message, { fields: { currentPassword: message } })
  }
  if (holder.isSuperAdmin && isCommonPassword(form.newPassword)) {
    throw invalidField(
      'newPassword',
      'Many people use this password, so it is easily guessed. Choose another one.',
    )
  }
  await replacePassword(ctx.db, holder, await hashPassword(form.newPassword))
}
