import { randomBytes } from 'node:crypto'
import { RECOVERY_CODE_COUNT } from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { logAuthEvent } from '../../platform/log.ts'
import { stepOfCode, toBase32 } from '../../platform/totp.ts'
import { hashOf, type UncheckedSuperAdmin } from '../access.ts'
import { countAttempt, fingerprint } from '../sign-in-delays/count-attempt.ts'
import { deleteSessions, recordAction } from '../store.ts'
import * as store from './store.ts'

/** 160 bits, as RFC 4226, section 4 (R6), recommends. */
const SECRET_BYTES = 20
const RECOVERY_CODE_BYTES = 15

/** If codes are on, requires a current one or a recovery code. @throws AppError WRONG_CODE; RATE_LIMITED */
export async function setUpCode(
  ctx: Context,
  holder: UncheckedSuperAdmin,
  code: string | undefined,
) {
  if (hasCode(holder)) await requireCode(ctx, holder, code)
  const bytes = randomBytes(SECRET_BYTES)
  await store.storePendingSecret(ctx.db, holder.golferId, bytes.toString('base64'))
  const secret = toBase32(bytes)
  // The URI format of authenticator apps: github.com/google/google-authenticator/wiki/Key-Uri-Format
  const label = encodeURIComponent(`Fourball:${holder.email}`)
  const settings = new URLSearchParams({ secret, issuer: 'Fourball' })
  return { secret, address: `otpauth://totp/${label}?${settings}` }
}

const hasCode = ({ signInCode }: UncheckedSuperAdmin) =>
  signInCode === 'on' || signInCode === 'enter'

/** @throws AppError NOT_NOW if no setup was started; WRONG_CODE; RATE_LIMITED */
export async function confirmCode(ctx: Context, holder: UncheckedSuperAdmin, code: string) {
  const { golferId } = holder
  const recoveryCodes = Array.from({ length: RECOVERY_CODE_COUNT }, makeRecoveryCode)
  const codeHashes = recoveryCodes.map(hashOfRecoveryCode)
  const key = await fingerprint(ctx.db, 'new sign-in code', golferId)
  const isRight = await countAttempt(ctx, { key }, () =>
    ctx.db.transaction(async (tx) => {
      const secret = await store.lockPendingSecret(tx, golferId)
      if (secret == null) {
        throw new AppError('NOT_NOW', 'Start setting up your sign-in code first.')
      }
      const now = ctx.clock.now()
      const lastStep = stepOfCode(Buffer.from(secret, 'base64'), code.replace(/\s/g, ''), now)
      if (lastStep === undefined) return false
      await store.activateSecret(tx, holder, { secret, lastStep, codeHashes, now })
      await recordAction(ctx, tx, { actorId: golferId, action: 'sign-in-code-set-up', golferId })
      return true
    }),
  )
  if (!isRight) throw wrongCodeError()
  logAuthEvent(ctx.log, 'auth.code_set_up', { golferId })
  return { recoveryCodes }
}

/** Turns a session that was opened by an emailed link into a super admin's session. */
export async function enterCode(ctx: Context, holder: UncheckedSuperAdmin, code: string) {
  if (holder.signInCode === 'enter') {
    await requireCode(ctx, holder, code)
    const { golferId, sessionId } = holder
    await store.recordCodeUsed(ctx.db, sessionId)
    logAuthEvent(ctx.log, 'auth.code_entered', { golferId })
    const action = 'super-admin-signed-in'
    await recordAction(ctx, ctx.db, { actorId: golferId, action, golferId })
  }
  return { message: 'You are signed in.' }
}

export async function turnOffCode(ctx: Context, holder: UncheckedSuperAdmin, code: string) {
  if (hasCode(holder)) {
    await requireCode(ctx, holder, code)
    const { golferId } = holder
    await ctx.db.transaction(async (tx) => {
      await store.deleteSecret(tx, golferId)
      await recordAction(ctx, tx, { actorId: golferId, action: 'sign-in-code-removed', golferId })
    })
    logAuthEvent(ctx.log, 'auth.code_removed', { golferId })
  }
  return { message: 'Your sign-in code has been turned off.' }
}

async function requireCode(
  ctx: Context,
  { golferId }: UncheckedSuperAdmin,
  code: string | undefined,
) {
  if (code === undefined || !(await checkCode(ctx, golferId, code))) throw wrongCodeError()
}

function wrongCodeError(): AppError {
  const message =
    "That code isn't right or was already used. Wait for the next one, and check that your phone's clock is right."
  return new AppError('WRONG_CODE', message, { fields: { code: message } })
}

/** 24 letters and digits (120 random bits), in groups of four. */
function makeRecoveryCode(): string {
  const letters = toBase32(randomBytes(RECOVERY_CODE_BYTES)).toLowerCase()
  return (letters.match(/.{4}/g) ?? []).join('-')
}

/** Each code works only once. @throws AppError RATE_LIMITED during the delays that wrong codes cause */
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
    const secret = await store.readSecret(ctx.db, golferId)
    if (secret == null) return false
    const step = stepOfCode(Buffer.from(secret, 'base64'), digits, ctx.clock.now())
    return step !== undefined && store.markStepUsed(ctx.db, golferId, step)
  }
  return ctx.db.transaction(async (tx) => {
    const codesLeft = await store.spendRecoveryCode(tx, golferId, hashOfRecoveryCode(code))
    if (codesLeft === undefined) return false
    const entry = { actorId: golferId, golferId, detail: `${codesLeft} left` }
    await recordAction(ctx, tx, { ...entry, action: 'recovery-code-used' })
    logAuthEvent(ctx.log, 'auth.recovery_code_used', { golferId, left: codesLeft })
    return true
  })
}

const hashOfRecoveryCode = (code: string) => hashOf(code.toLowerCase().replace(/[^a-z0-9]/g, ''))

/** Only for the command line. Also ends all sessions of the golfer. Returns false if there was no code. */
export function resetCode(ctx: Pick<Context, 'clock'> & { db: Queries }, golferId: number) {
  return ctx.db.transaction(async (tx) => {
    if (!(await store.deleteSecret(tx, golferId))) return false
    await deleteSessions(tx, golferId)
    await recordAction(ctx, tx, { action: 'sign-in-code-reset', golferId })
    return true
  })
}
