import { randomBytes } from 'node:crypto'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { login } from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import { type Clock, DAY_MS } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { logAuthEvent } from '../../platform/log.ts'
import { refuseWhenBusy, verifyPassword } from '../../platform/passwords.ts'
import { hashOf } from '../access.ts'
import { findAccount } from '../golfers/store.ts'
import { checkCode } from '../sign-in-codes/manage-code.ts'
import {
  accountKey,
  attemptKeyOfDevice,
  countAttempt,
  fingerprint,
  makeDeviceKey,
} from '../sign-in-delays/count-attempt.ts'
import { recordAction } from '../store.ts'
import { insertSession } from './store.ts'

const SESSION_LIFE_MS = 90 * DAY_MS
const SUPER_ADMIN_SESSION_LIFE_MS = DAY_MS / 2

/** Enough digits of a keyed hash to tell accounts and networks apart in the log. */
const LOGGED_DIGITS = 12
const MAX_USER_AGENT_LENGTH = 500

const ADVICE = `If you don't remember your password, tap "Forgot Password?" to reset it by email.`

/**
 * @throws AppError LOGIN_FAILED for an unknown email, a wrong password or, with `superAdminsOnly`, a golfer
 * who is not a super admin; SIGN_IN_CODE_REQUIRED if the account needs a code that is missing or wrong;
 * RATE_LIMITED while the account or the network has to wait after failed attempts
 */
export async function logIn(
  ctx: Context,
  credentials: BodyOf<typeof login>,
  caller: { userAgent: string | undefined; network: string },
  { superAdminsOnly = false } = {},
) {
  refuseWhenBusy()
  const { email, code, device: deviceKey } = credentials
  const golfer = await findAccount(ctx.db, email)
  const emailKey = await accountKey(ctx.db, email)
  const deviceAttemptKey = await attemptKeyOfDevice(ctx.db, golfer, deviceKey)
  const logFields = {
    golferId: golfer?.id,
    account: emailKey.slice(0, LOGGED_DIGITS),
    network: (await fingerprint(ctx.db, 'network', caller.network)).slice(0, LOGGED_DIGITS),
  }
  const refusal = superAdminsOnly
    ? 'Invalid super admin credentials.'
    : 'Invalid email or password.'
  const loginError = new AppError('LOGIN_FAILED', refusal, { fields: { password: refusal } })
  const storedHash = superAdminsOnly && !golfer?.isSuperAdmin ? undefined : golfer?.password
  const network = deviceAttemptKey === undefined ? caller.network : undefined
  const attempt = { key: deviceAttemptKey ?? emailKey, network, advice: ADVICE }
  const isRight = await countAttempt(ctx, attempt, () =>
    verifyPassword(storedHash, credentials.password),
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') {
      logAuthEvent(ctx.log, 'auth.login_delayed', logFields)
    }
    throw error
  })
  if (!isRight || golfer === undefined) {
    logAuthEvent(ctx.log, 'auth.login_failed', logFields)
    const action = 'super-admin-sign-in-failed'
    if (golfer?.isSuperAdmin) await recordAction(ctx, ctx.db, { action, golferId: golfer.id })
    throw loginError
  }
  const needsCode = golfer.signInCodeAt !== null
  if (needsCode) await requireSignInCode(ctx, golfer.id, code)
  const sessionId = await openSession(ctx, golfer, { ...caller, codeUsed: needsCode })
  if (sessionId === undefined) throw loginError
  logAuthEvent(ctx.log, 'auth.login_succeeded', {
    ...logFields,
    by: needsCode ? 'code' : 'password',
  })
  return {
    sessionId,
    device: (deviceAttemptKey && deviceKey) ?? (await makeDeviceKey(ctx.db, golfer)),
  }
}

async function requireSignInCode(ctx: Context, golferId: number, code: string | undefined) {
  if (code === undefined) {
    logAuthEvent(ctx.log, 'auth.code_required', { golferId })
    throw new AppError('SIGN_IN_CODE_REQUIRED', 'Enter the code from your authenticator app.')
  }
  if (await checkCode(ctx, golferId, code)) return
  const message = "That code isn't right or was already used. Wait for the next one."
  throw new AppError('SIGN_IN_CODE_REQUIRED', message, { fields: { code: message } })
}

/**
 * Starts a session and returns its id; undefined if `password`, the hash that was checked, has just changed.
 * Records a super admin's sign-in in the audit log, with `detail`.
 */
export async function openSession(
  { db, clock }: { db: Queries; clock: Clock },
  { id: golferId, isSuperAdmin, password }: { id: number; isSuperAdmin: boolean; password: string },
  caller: { userAgent: string | undefined; codeUsed: boolean; detail?: string },
) {
  const { userAgent, codeUsed, detail = null } = caller
  const sessionId = randomBytes(32).toString('base64url')
  const now = clock.now()
  const life = isSuperAdmin ? SUPER_ADMIN_SESSION_LIFE_MS : SESSION_LIFE_MS
  const session = {
    id: hashOf(sessionId),
    golferId,
    codeUsed,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + life),
  }
  if (!(await insertSession(db, session, password))) return undefined
  if (isSuperAdmin) {
    const action = 'super-admin-signed-in'
    await recordAction({ clock }, db, { actorId: golferId, action, golferId, detail })
  }
  return sessionId
}
