import type { Context } from '../../context.ts'
import { AppError, signInFirst } from '../../platform/errors.ts'
import { logAuthEvent } from '../../platform/log.ts'
import { hashPassword } from '../../platform/passwords.ts'
import type { SessionHolder } from './access.ts'
import { isMyPassword } from './check-password.ts'
import { refuseGuessablePassword } from './refuse-guessable-password.ts'
import { replacePassword } from './store.ts'

/**
 * Changes the password of the session's golfer, notifies them by email, and ends their other sessions.
 * @throws AppError WRONG_PASSWORD when the current one does not match; INVALID_INPUT for one that is easy
 * to guess; UNAUTHENTICATED when this session was ended meanwhile
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
  await refuseGuessablePassword(ctx, holder, 'newPassword', form.newPassword)
  const hash = await hashPassword(form.newPassword)
  await ctx.db.transaction(async (tx) => {
    if (!(await replacePassword(tx, holder, hash))) throw signInFirst()
    const now = ctx.clock.now()
    const key = `password-changed:${holder.golferId}:${now.toISOString()}`
    await ctx.notify(tx, 'password-changed', [{ golferId: holder.golferId, key }], now)
  })
  logAuthEvent(ctx.log, 'auth.password_changed', { golferId: holder.golferId })
}
