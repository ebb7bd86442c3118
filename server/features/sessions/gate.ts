import { hash } from 'node:crypto'
import type { User } from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError, signInFirst } from '../../platform/errors.ts'
import type { Access } from '../../platform/http/serve.ts'
import { type FoundSession, findSession, touchSession } from './store.ts'

declare const proven: unique symbol

/** A golfer whose session was just found alive. */
export interface SessionHolder {
  readonly [proven]: 'SessionHolder'
  readonly sessionId: string
  readonly golferId: number
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly phoneConfirmed: boolean
  readonly isSuperAdmin: boolean
  /** Undefined for golfers, who need none. */
  readonly signInCode: User['signInCode']
  readonly createdAt: Date
}

/** Who acts, as far as the rules of a group ask. */
export type Golfer = Pick<SessionHolder, 'golferId' | 'isSuperAdmin'>

const DAY = 86_400_000
const IDLE_DAYS = 30
/** A session's last use is written down at most this often. */
const TOUCH_EVERY = 3_600_000

/** Under what a session is stored: the id itself is never kept. */
export function hashOf(sessionId: string): string {
  return hash('sha256', sessionId)
}

/** Sessions last used before this are dead. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_DAYS * DAY)
}

/** By what a living session is found. */
export interface SessionKey {
  /** {@link hashOf} what was sent. */
  readonly id: string
  readonly now: Date
  /** {@link idleSince} */
  readonly idleSince: Date
}

/** A session's golfer, and what one statement found with both; undefined where it has not looked. */
export interface HolderWith<Found> extends SessionHolder {
  readonly found: Found | null | undefined
}

/**
 * Who a session id belongs to.
 * @throws AppError UNAUTHENTICATED when there is none, or it is over; SIGN_IN_CODE_FIRST for a super admin
 * who has to set up or enter a sign-in code
 */
export async function holderOf(ctx: Context, bearer: string | undefined): Promise<SessionHolder> {
  const holder = await holderBeforeCode(ctx, bearer)
  demandCodeFirst(holder)
  return holder
}

/** As {@link holderOf}, also for a super admin who has to set up or enter a sign-in code. */
export async function holderBeforeCode(
  ctx: Context,
  bearer: string | undefined,
): Promise<SessionHolder> {
  const [holder] = await lookUp(ctx, bearer, findSession)
  return holder
}

function demandCodeFirst({ signInCode }: SessionHolder): void {
  if (signInCode === 'enter') {
    throw new AppError('SIGN_IN_CODE_FIRST', 'Enter your sign-in code first.')
  }
  if (signInCode === 'set-up') {
    throw new AppError(
      'SIGN_IN_CODE_FIRST',
      'Set up a sign-in code first. Super admins cannot do anything without one.',
    )
  }
}

/**
 * As {@link holderOf}, by a statement that finds something else together with the session, which spares
 * a round trip; without one, of the session alone.
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
  demandCodeFirst(holder)
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
  if (row === undefined) throw signInFirst()
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

/** Anybody, without a session. */
export const anyone: Access<undefined, undefined, unknown> = {
  name: 'anyone',
  isPublic: true,
  identify: async () => undefined,
  prove: async () => undefined,
}

/** Anybody: with a session as that golfer, without one as a visitor. A dead session is still refused. */
export function anyoneOrSignedIn(
  ctx: Context,
): Access<SessionHolder | undefined, SessionHolder | undefined, unknown> {
  return {
    name: 'anyone, or a signed-in golfer',
    isPublic: true,
    identify: async (bearer) => (bearer === undefined ? undefined : holderOf(ctx, bearer)),
    prove: async (holder) => holder,
  }
}

/** Any golfer with a session, also a super admin who has to set up or enter a sign-in code. */
export function signedInBeforeCode(ctx: Context): Access<SessionHolder, SessionHolder, unknown> {
  return {
    name: 'any signed-in golfer, before a sign-in code too',
    identify: (bearer) => holderBeforeCode(ctx, bearer),
    prove: async (holder) => holder,
  }
}

/** Any golfer with a session. */
export function signedIn(ctx: Context): Access<SessionHolder, SessionHolder, unknown> {
  return {
    name: 'any signed-in golfer',
    identify: (bearer) => holderOf(ctx, bearer),
    prove: async (holder) => holder,
  }
}
