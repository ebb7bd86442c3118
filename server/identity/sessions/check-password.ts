import type { Context } from '../../context.ts'
import { logAuthEvent } from '../../platform/log.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { countAttempt } from '../sign-in-delays/count-attempt.ts'
import { fingerprint } from '../sign-in-delays/make-fingerprint.ts'
import type { SessionHolder } from './access.ts'
import { readPassword } from './store.ts'

/**
 * Returns whether this is the password of the session's golfer. Wrong attempts cause a delay that is
 * separate from the sign-in delay.
 * @throws AppError RATE_LIMITED during a delay
 */
export async function isMyPassword(
  ctx: Context,
  holder: SessionHolder,
  password: string,
): Promise<boolean> {
  const { golferId } = holder
  const key = await fingerprint(ctx.db, 'current password', golferId)
  const isRight = await countAttempt(ctx, { key }, async () =>
    verifyPassword(await readPassword(ctx.db, holder), password),
  )
  if (!isRight) logAuthEvent(ctx.log, 'auth.password_check_failed', { golferId })
  return isRight
}
