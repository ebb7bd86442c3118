import { hash } from 'node:crypto'
import type { User } from '../../contract/sessions.ts'
import type { Context } from '../context.ts'
import { DAY_MS } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError, notSignedIn } from '../platform/errors.ts'
import type { Access } from '../platform/http/register-route.ts'
import { type FoundSession, findSession, touchSession } from './sessions/store.ts'

declare const proven: unique symbol

/** A golfer whose session was found to be valid. */
export interface SessionHolder {
  readonly [proven]: 'SessionHolder' | 'SuperAdmin'
  readonly sessionId: string
  readonly golferId: number
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly phoneConfirmed: boolean
  readonly isSuperAdmin: boolean
  /** Undefined for regular golfers, who need no code. */
  readonly signInCode: User['signInCode']
  readonly createdAt: Date
}

/** Someone who manages all groups and users. */
export interface SuperAdmin extends SessionHolder {
  readonly [proven]: 'SuperAdmin'
  readonly isSuperAdmin: true
}

/** What a group's rules need to know about the golfer who acts. */
export type Golfer = Pick<SessionHolder, 'golferId' | 'isSuperAdmin'>

const IDLE_DAYS = 30
/** The minimum time between updates of a session's last use, in milliseconds. */
const TOUCH_EVERY = 3_600_000

/** Returns the hash that a session id or a link's token is stored under. The secret itself is never stored. */
export function hashOf(secret: string): string {
  return hash('sha256', secret)
}

/** Returns the instant before which a session must have been last used to count as idle for too long. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_DAYS * DAY_MS)
}

/** The values that a valid session is looked up by. */
export interface SessionKey {
  /** The {@link hashOf} of the id that was sent. */
  readonly id: string
  readonly now: Date
  /** The result of {@link idleSince}. */
  readonly idleSince: Date
}

/** A session's golfer, with what the same query found; `found` is undefined if it looked for nothing else. */
export interface HolderWith<Found> extends SessionHolder {
  readonly found: Found | null | undefined
}

/**
 * Returns the golfer that a session id belongs to.
 * @throws AppError UNAUTHENTICATED when there is no session, or it has ended; SIGN_IN_CODE_FIRST for a
 * super admin who has to set up or enter a sign-in code
 */
export async function holderOf(ctx: Context, bearer: string | undefined): Promise<SessionHolder> {
  const holder = await holderBeforeCode(ctx, bearer)
  requireCodeFirst(holder)
  return holder
}

/** Does the same as {@link holderOf}, but allows super admins who have to set up or enter a sign-in code. */
async function holderBeforeCode(ctx: Context, bearer: string | undefined): Promise<SessionHolder> {
  const [holder] = await lookUp(ctx, bearer, findSession)
  return holder
}

function requireCodeFirst({ signInCode }: SessionHolder): void {
  if (signInCode === 'enter') {
    throw new AppError('SIGN_IN_CODE_FIRST', 'Enter your sign-in code first.')
  }
  if (signInCode === 'set-up') {
    throw new AppError(
      'SIGN_IN_CODE_FIRST',
      'Set up a sign-in code first. Super admins need one to continue.',
    )
  }
}

/**
 * Does the same as {@link holderOf}, with a query that finds something else together with the session,
 * which saves a round trip. Without `find`, looks up only the session.
 */
export async function holderWith<Found>(
  ctx: Context,
  bearer: string | undefined,
  find?: (
    db: Database,
    session: SessionKey,
  ) => Promise<(FoundSession & { found: Found | null }) | undefined>,
): Promise<HolderWith<Found>> {
  if (find === undefined) return { ...(await holderOf(ctx, bearer)), found: undefined }
  const [holder, { found }] = await lookUp(ctx, bearer, find)
  requireCodeFirst(holder)
  return { ...holder, found }
}

async function lookUp<Row extends FoundSession>(
  ctx: Context,
  bearer: string | undefined,
  find: (db: Database, session: SessionKey) => Promise<Row | undefined>,
): Promise<[SessionHolder, Row]> {
  const now = ctx.clock.now()
  const key = bearer && { id: hashOf(bearer), now, idleSince: idleSince(now) }
  const row = key ? await find(ctx.db, key) : undefined
  if (row === undefined) throw notSignedIn()
  const { lastSeenAt, signInCodeAt, codeUsed, ...found } = row.holder
  const signInCode = statusOfCode(ctx, { ...found, signInCodeAt, codeUsed })
  const holder = { ...found, signInCode }
  if (now.getTime() - lastSeenAt.getTime() > TOUCH_EVERY) {
    await touchSession(ctx.db, holder.sessionId, now)
  }
  return [holder as SessionHolder, row]
}

function statusOfCode(
  { config }: Context,
  of: { isSuperAdmin: boolean; signInCodeAt: Date | null; codeUsed: boolean },
): SessionHolder['signInCode'] {
  if (!of.isSuperAdmin) return undefined
  if (of.signInCodeAt !== null) return of.codeUsed ? 'on' : 'enter'
  return config.production ? 'set-up' : 'off'
}

/** Allows anybody, without a session. */
export const anyone: Access<undefined, undefined, unknown> = {
  name: 'anyone',
  isPublic: true,
  identify: async () => undefined,
  authorize: async () => undefined,
}

/** Allows anybody: a golfer with a session, or a visitor without one. An ended session is still refused. */
export function anyoneOrSignedIn(
  ctx: Context,
): Access<SessionHolder | undefined, SessionHolder | undefined, unknown> {
  return {
    name: 'anyone, signed in or not',
    isPublic: true,
    identify: async (bearer) => (bearer === undefined ? undefined : holderOf(ctx, bearer)),
    authorize: async (holder) => holder,
  }
}

/** Allows any golfer with a session, even a super admin who has to set up or enter a sign-in code. */
export function signedInBeforeCode(ctx: Context): Access<SessionHolder, SessionHolder, unknown> {
  return {
    name: 'any signed-in golfer, even before entering a sign-in code',
    identify: (bearer) => holderBeforeCode(ctx, bearer),
    authorize: async (holder) => holder,
  }
}

/** Allows any golfer with a session. */
export function signedIn(ctx: Context): Access<SessionHolder, SessionHolder, unknown> {
  return {
    name: 'any signed-in golfer',
    identify: (bearer) => holderOf(ctx, bearer),
    authorize: async (holder) => holder,
  }
}

/** Allows only super admins. */
export function superAdmin(ctx: Context): Access<SessionHolder, SuperAdmin, unknown> {
  return {
    name: 'super admins',
    identify: (bearer) => holderOf(ctx, bearer),
    async authorize(holder) {
      if (!isSuperAdmin(holder)) throw new AppError('FORBIDDEN', 'Only super admins can do this.')
      return holder
    },
  }
}

const isSuperAdmin = (holder: SessionHolder): holder is SuperAdmin => holder.isSuperAdmin

/** A super admin, who may still have to set up or enter a sign-in code. */
export interface CodeHolder {
  readonly [proven]: 'CodeHolder'
  readonly sessionId: string
  readonly golferId: number
  readonly email: string
  readonly signInCode: SessionHolder['signInCode']
}

/** Allows super admins, with or without their sign-in code. */
export function superAdminBeforeCode(ctx: Context): Access<SessionHolder, CodeHolder, unknown> {
  return {
    name: 'super admins, even before entering a sign-in code',
    identify: (bearer) => holderBeforeCode(ctx, bearer),
    async authorize({ sessionId, golferId, email, isSuperAdmin, signInCode }) {
      if (!isSuperAdmin) {
        throw new AppError('FORBIDDEN', 'Sign-in codes are for super admins.')
      }
      return { sessionId, golferId, email, signInCode } as CodeHolder
    },
  }
}
