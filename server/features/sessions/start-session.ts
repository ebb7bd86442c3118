import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { hashOf } from './gate.ts'
import { findCredentials, insertSession } from './store.ts'

const DAY = 86_400_000
const LIFE = 90 * DAY
const SUPER_ADMIN_LIFE = DAY / 2
const SESSIONS_EACH = 10

/** Names of browsers are shorter; what is longer is cut. */
const MAX_USER_AGENT_LENGTH = 500

export interface Credentials {
  email: string
  password: string
}

/**
 * Signs a golfer in. Answers the session id, which is given out this once.
 * @throws AppError LOGIN_FAILED, the same for an unknown email and a wrong password.
 */
export function logIn(
  ctx: Context,
  credentials: Credentials,
  userAgent: string | undefined,
): Promise<{ sessionId: string }> {
  return startSession(ctx, credentials, userAgent, {
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
  userAgent: string | undefined,
): Promise<{ sessionId: string }> {
  return startSession(ctx, credentials, userAgent, {
    failure: 'Invalid super admin credentials.',
    allows: (golfer) => golfer.isSuperAdmin,
  })
}

async function startSession(
  ctx: Context,
  { email, password }: Credentials,
  userAgent: string | undefined,
  door: { failure: string; allows: (golfer: { isSuperAdmin: boolean }) => boolean },
): Promise<{ sessionId: string }> {
  const golfer = await findCredentials(ctx.db, email)
  const matches = await verifyPassword(golfer?.password, password)
  if (golfer === undefined || !matches || !door.allows(golfer)) {
    throw new AppError('LOGIN_FAILED', door.failure)
  }
  const sessionId = await openSession(ctx, { ...golfer, verified: golfer.password }, userAgent)
  if (sessionId === undefined) throw new AppError('LOGIN_FAILED', door.failure)
  return { sessionId }
}

/**
 * Opens a session for a golfer who has been let in. Answers its id, which is given out this once;
 * undefined when the password is no longer the one that was verified.
 * @param ctx.db the pool, or the transaction that lets the golfer in
 */
export async function openSession(
  { db, clock }: { db: Queries; clock: Clock },
  golfer: { golferId: number; isSuperAdmin: boolean; verified: string },
  userAgent: string | undefined,
): Promise<string | undefined> {
  const sessionId = randomBytes(32).toString('base64url')
  const now = clock.now()
  const stored = await insertSession(db, {
    id: hashOf(sessionId),
    golferId: golfer.golferId,
    verified: golfer.verified,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH),
    now,
    expiresAt: new Date(now.getTime() + (golfer.isSuperAdmin ? SUPER_ADMIN_LIFE : LIFE)),
    keep: SESSIONS_EACH,
  })
  return stored ? sessionId : undefined
}
