import type { Context } from '../context.ts'
import {
  recordAction,
  refuseGuessablePassword,
  type SuperAdmin,
  setPassword,
} from '../identity/index.ts'
import { notFound } from '../platform/errors.ts'
import { logAuthEvent } from '../platform/log.ts'
import { hashPassword } from '../platform/passwords.ts'
import { findUser } from './store.ts'

/**
 * Sets a user's password and notifies them by email. Ends all their sessions, and deletes links that would
 * set another password.
 * @throws AppError NOT_FOUND; INVALID_INPUT for a password that is easy to guess
 */
export async function resetPassword(
  ctx: Context,
  by: SuperAdmin,
  { golferId, password }: { golferId: number; password: string },
): Promise<void> {
  const user = await findUser(ctx.db, golferId)
  if (user === undefined) throw notFound('user')
  await refuseGuessablePassword(ctx, { golferId, ...user }, 'password', password)
  const hash = await hashPassword(password)
  await ctx.db.transaction(async (tx) => {
    if (!(await setPassword(tx, golferId, hash))) throw notFound('user')
    await recordAction(ctx, tx, { actorId: by.golferId, action: 'password-reset', golferId })
    const now = ctx.clock.now()
    const key = `password-reset:${golferId}:${now.toISOString()}`
    await ctx.notify(tx, 'password-reset', [{ golferId, key }], now)
  })
  logAuthEvent(ctx.log, 'auth.password_reset', { golferId, by: 'super admin' })
}
