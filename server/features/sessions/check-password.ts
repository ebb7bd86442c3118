import type { Context } from '../../context.ts'
import { logAuthEvent } from '../../platform/auth-events.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { countTry } from '../sign-in-delays/count-try.ts'
import { fingerprint } from '../sign-in-delays/make-fingerprint.ts'
import type { SessionHolder } from './gate.ts'
import { readPassword } from './store.ts'

/**
 * Whether this is the password of the session's golfer. Wrong ones earn a wait of their own, which
 * sign-ins know nothing of.
 * @throws AppError RATE_LIMITED during a wait
 */
export async function isMyPassword(
  ctx: Context,
  holder: SessionHolder,
  password: string,
): Promise<boolean> {
  const { golferId } = holder
  const key = await fingerprint(ctx.db, 'current password', golferId)
  const isRight = await countTry(ctx, { key }, async () =>
    verifyPassword(await readPassword(ctx.db, holder), password),
  )
  if (!isRight) logAuthEvent(ctx.log, 'auth.password_check_failed', { golferId })
  return isRight
}
