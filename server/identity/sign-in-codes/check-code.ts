import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { logAuthEvent } from '../../platform/log.ts'
import { stepOfCode } from '../../platform/totp.ts'
import { recordAction } from '../audit/record-action.ts'
import { countAttempt } from '../sign-in-delays/count-attempt.ts'
import { fingerprint } from '../sign-in-delays/make-fingerprint.ts'
import { countRecoveryCodes, readSecrets, spendRecoveryCode, spendStep } from './store.ts'

/**
 * Returns whether a code is right, and uses it up: a code of the authenticator app works once, and so does
 * a recovery code. Wrong codes cause growing delays and are recorded in the log and the audit log.
 * @throws AppError RATE_LIMITED during a delay
 */
export async function checkCode(ctx: Context, golferId: number, code: string): Promise<boolean> {
  const key = await fingerprint(ctx.db, 'sign-in code', golferId)
  const isRight = await countAttempt(ctx, { key }, () => useCode(ctx, golferId, code))
  if (!isRight) {
    logAuthEvent(ctx.log, 'auth.code_failed', { golferId })
    await recordAction(ctx, ctx.db, { action: 'sign-in-code-failed', golferId })
  }
  return isRight
}

async function useCode(ctx: Context, golferId: number, code: string): Promise<boolean> {
  const digits = code.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) {
    const secret = (await readSecrets(ctx.db, { golferId }))?.secret
    if (secret == null) return false
    const step = stepOfCode(Buffer.from(secret, 'base64'), digits, ctx.clock.now())
    return step !== undefined && spendStep(ctx.db, { golferId }, step)
  }
  return ctx.db.transaction(async (tx) => {
    if (!(await spendRecoveryCode(tx, { golferId }, hashOfRecoveryCode(code)))) return false
    const left = await countRecoveryCodes(tx, { golferId })
    const detail = left === 1 ? '1 left' : `${left} left`
    await recordAction(ctx, tx, {
      actorId: golferId,
      action: 'recovery-code-used',
      golferId,
      detail,
    })
    logAuthEvent(ctx.log, 'auth.recovery_code_used', { golferId, left })
    return true
  })
}

/** Returns the hash that a recovery code is stored as, ignoring case, spaces and punctuation. */
export function hashOfRecoveryCode(code: string): string {
  const bare = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(bare).digest('hex')
}
