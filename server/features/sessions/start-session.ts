import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { hashOf } from './gate.ts'
import { findCredentials, insertSession } from './store.ts'

const DAY = 86_400_000
const LIFE = 90 * DAY
const SUPER_ADMIN_LIFE = DAY / 2
const SESSIONS_EACH = 10

export interface Credentials {
  email: string
  password: string
}

/**
 * Signs a golfer in. Answers the session id, which is given out this once.
 * @throws AppError LOGIN_FAILED, the same for an unknown email and a wrong password.
 */
export function logIn(ctx: Context, credentials: Credentials): Promise<{ sessionId: string }> {
  return startSession(ctx, credentials, {
    failure: 'Invalid email or password.',
    allows: () => true,
  })
}

/**
 * As {@link logIn}, for super admins alone.
 * @throws AppError LOGIN_FAILED, also for a golfer who is none.
 */
export function logInSuperAdmin(
  ctx: Context,
  credentials: Credentials,
): Promise<{ sessionId: string }> {
  return startSession(ctx, credentials, {
    failure: 'Invalid super admin credentials.',
    allows: (golfer) => golfer.isSuperAdmin,
  })
}

async function startSession(
  ctx: Context,
  { email, password }: Credentials,
  door: { failure: string; allows: (golfer: { isSuperAdmin: boolean }) => boolean },
): Promise<{ sessionId: string }> {
  const golfer = await findCredentials(ctx.db, email)
  const matches = await verifyPassword(golfer?.password, password)
  if (golfer === undefined || !matches || !door.allows(golfer)) {
    throw new AppError('LOGIN_FAILED', door.failure)
  }
  const sessionId = randomBytes(32).toString('base64url')
  const now = ctx.clock.now()
  const stored = await insertSession(ctx.db, {
    id: hashOf(sessionId),
    golferId: golfer.golferId,
    verified: golfer.password,
    now,
    expiresAt: new Date(now.getTime() + (golfer.isSuperAdmin ? SUPER_ADMIN_LIFE : LIFE)),
    keep: SESSIONS_EACH,
  })
  if (!stored) throw new AppError('LOGIN_FAILED', door.failure)
  return { sessionId }
}
