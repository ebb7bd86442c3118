import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { type Database, preparedFor, type Queries } from '../../platform/database/database.ts'
import { isoInstant } from '../../platform/database/iso-instant.ts'
import type { SessionHolder, SessionKey } from '../access.ts'
import {
  golfers,
  holderColumns,
  isAccount,
  isLive,
  isLiveSession,
  isSameEmail,
  sessions,
  welcomeLinks,
} from '../schema.ts'

const find = preparedFor((db) =>
  db
    .select({ holder: holderColumns })
    .from(sessions)
    .innerJoin(golfers, eq(golfers.id, sessions.golferId))
    .where(isLiveSession)
    .prepare('find_session'),
)

/** Finds a session that is neither expired nor idle for too long, with its golfer. */
export async function findSession(db: Database, session: SessionKey) {
  const [row] = await find(db).execute({ ...session })
  return row
}

export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

const IDLE_DAYS = 30

/** Returns the idle cutoff: a session last used before this time has been idle for too long. */
export function idleCutoff(now: Date): Date {
  return new Date(now.getTime() - IDLE_DAYS * DAY_MS)
}

/** Matches sessions that are neither expired nor idle for too long at a time. */
export const isLiveAt = (now: Date) => isLive(now, idleCutoff(now))

export async function touchSession(db: Database, id: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id))
}

/** Finds a golfer by email, ignoring case, and returns the values that a sign-in is checked against. */
export async function findCredentials(db: Database, email: string) {
  const [row] = await db
    .select({
      golferId: golfers.id,
      password: golfers.password,
      isSuperAdmin: golfers.isSuperAdmin,
      signInCodeAt: golfers.signInCodeAt,
    })
    .from(golfers)
    .where(isSameEmail(golfers.email, email))
  return row
}

interface NewSession extends Omit<typeof sessions.$inferInsert, 'createdAt' | 'lastSeenAt'> {
  /** The stored hash that the password was verified against. */
  verified: string
  now: Date
  /** How many sessions the golfer may have. */
  keep: number
}

/**
 * Inserts a session, and deletes the golfer's oldest sessions if there are too many. Returns false and stores
 * nothing if the password has changed since it was verified.
 */
export async function insertSession(db: Queries, { verified, now, keep, ...session }: NewSession) {
  const { golferId } = session
  return db.transaction(async (tx) => {
    // Makes a golfer's concurrent sign-ins run one after the other, so that each counts the sessions of the
    // earlier ones. Also blocks password changes, which could otherwise miss the new session and not end it.
    const [golfer] = await tx
      .select({ password: golfers.password })
      .from(golfers)
      .where(eq(golfers.id, golferId))
      .for('no key update')
    if (golfer?.password !== verified) return false
    await tx.insert(sessions).values({ ...session, createdAt: now, lastSeenAt: now })
    const older = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.golferId, golferId))
      .orderBy(desc(sessions.createdAt), desc(sessions.id))
      .offset(keep)
    await tx.delete(sessions).where(inArray(sessions.id, older))
    return true
  })
}

export async function deleteSession(db: Database, holder: SessionHolder): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, holder.sessionId))
}

/** Lists a golfer's valid sessions: this one first, then the most recently used. */
export function findOpenSessions(db: Queries, holder: SessionHolder, now: Date) {
  const isCurrent = sql<boolean>`${sessions.id} = ${holder.sessionId}`
  return db
    .select({
      userAgent: sessions.userAgent,
      createdAt: isoInstant(sessions.createdAt),
      lastSeenAt: isoInstant(sessions.lastSeenAt),
      isCurrent,
    })
    .from(sessions)
    .where(and(eq(sessions.golferId, holder.golferId), isLiveAt(now)))
    .orderBy(desc(isCurrent), desc(sessions.lastSeenAt), desc(sessions.createdAt))
}

/**
 * Ends the other sessions of a golfer. Returns how many were still valid. Returns undefined and ends nothing
 * if this session has just been ended by another one.
 */
export async function deleteOtherSessions(db: Database, holder: SessionHolder, now: Date) {
  return db.transaction(async (tx) => {
    // If two devices end each other's sessions at the same time, only the first one succeeds.
    if (!(await lockLiveSession(tx, holder))) return undefined
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.golferId, holder.golferId), ne(sessions.id, holder.sessionId)))
      .returning({ wasAlive: sql<boolean>`${isLiveAt(now)}` })
    return ended.filter(({ wasAlive }) => wasAlive).length
  })
}

/**
 * Stores a new password and ends every other session of the golfer. Returns false and changes nothing if
 * this session has just ended, for example because of another password change.
 */
export async function replacePassword(tx: Queries, holder: SessionHolder, password: string) {
  if (!(await lockLiveSession(tx, holder))) return false
  return (await storePassword(tx, holder.golferId, password, holder.sessionId)) !== undefined
}

/**
 * Returns whether this session still exists. Locks the golfer until the transaction ends, so that nobody can
 * sign in as the golfer or change the password meanwhile.
 */
async function lockLiveSession(tx: Queries, holder: SessionHolder): Promise<boolean> {
  await tx
    .select({ id: golfers.id })
    .from(golfers)
    .where(eq(golfers.id, holder.golferId))
    .for('no key update')
  // A separate statement, so that it sees changes committed while the first statement waited for the lock.
  const own = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, holder.sessionId))
  return own.length === 1
}

/**
 * Stores a new password, ends the golfer's sessions except `keep`, and deletes the links that set a
 * password. Returns the golfer's email. Returns undefined and changes nothing if the account is deleted.
 */
export async function storePassword(
  tx: Queries,
  golferId: number,
  password: string,
  keep?: string,
): Promise<string | undefined> {
  // The update locks the golfer. A concurrent sign-in either commits first, and its session is ended below,
  // or it waits for the lock and then fails.
  const [changed] = await tx
    .update(golfers)
    .set({ password })
    .where(isAccount(golferId))
    .returning({ email: golfers.email })
  if (changed === undefined) return undefined
  const isEnded = keep === undefined ? undefined : ne(sessions.id, keep)
  await tx.delete(sessions).where(and(eq(sessions.golferId, golferId), isEnded))
  await tx
    .delete(welcomeLinks)
    .where(and(eq(welcomeLinks.golferId, golferId), isNull(welcomeLinks.signupId)))
  return changed.email
}

/** Deletes sessions that have expired or been idle for too long. For the nightly job. */
export async function purgeDeadSessions({ db, clock }: Context): Promise<void> {
  await db.delete(sessions).where(sql`not ${isLiveAt(clock.now())}`)
}
