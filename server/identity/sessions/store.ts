import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { type Database, preparedFor, type Queries } from '../../platform/database/database.ts'
import { isoInstant } from '../../platform/database/iso-instant.ts'
import { notSignedIn } from '../../platform/errors.ts'
import type { SessionHolder, SessionKey } from '../access.ts'
import { lockAccount } from '../golfers/store.ts'
import {
  golfers,
  holderColumns,
  isAccount,
  isLive,
  isLiveSession,
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

export async function findSession(db: Database, session: SessionKey) {
  const [row] = await find(db).execute({ ...session })
  return row
}

export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

export async function touchSession(db: Database, id: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id))
}

interface NewSession extends Omit<typeof sessions.$inferInsert, 'createdAt' | 'lastSeenAt'> {
  /** The hash that the password was checked against. */
  verifiedHash: string
  now: Date
}

const MAX_SESSIONS_PER_GOLFER = 10

/** If there are too many sessions, deletes the oldest. Returns false if the password has just changed. */
export async function insertSession(db: Queries, { verifiedHash, now, ...session }: NewSession) {
  const { golferId } = session
  return db.transaction(async (tx) => {
    // The lock makes a golfer's sign-ins and password changes run one after the other. Without it, two
    // sign-ins could together exceed the limit, or a password change could miss the new session.
    if ((await lockAccount(tx, golferId))?.password !== verifiedHash) return false
    await tx.insert(sessions).values({ ...session, createdAt: now, lastSeenAt: now })
    const excess = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.golferId, golferId))
      .orderBy(desc(sessions.createdAt), desc(sessions.id))
      .offset(MAX_SESSIONS_PER_GOLFER)
    await tx.delete(sessions).where(inArray(sessions.id, excess))
    return true
  })
}

export async function deleteSession(db: Database, holder: SessionHolder): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, holder.sessionId))
}

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
    .where(and(eq(sessions.golferId, holder.golferId), isLive(now)))
    .orderBy(desc(isCurrent), desc(sessions.lastSeenAt), desc(sessions.createdAt))
}

/** Returns how many unexpired sessions it ended. @throws AppError as {@link requireSession} does */
export async function deleteOtherSessions(db: Database, holder: SessionHolder, now: Date) {
  return db.transaction(async (tx) => {
    // If two devices end each other's sessions at the same time, this throws for the second device.
    await requireSession(tx, holder)
    const deleted = await tx
      .delete(sessions)
      .where(and(eq(sessions.golferId, holder.golferId), ne(sessions.id, holder.sessionId)))
      .returning({ wasLive: sql<boolean>`${isLive(now)}` })
    return deleted.filter(({ wasLive }) => wasLive).length
  })
}

/** Also ends the golfer's other sessions. @throws AppError as {@link requireSession} does */
export async function replacePassword(tx: Queries, holder: SessionHolder, hash: string) {
  await requireSession(tx, holder)
  await storePassword(tx, holder.golferId, hash, holder.sessionId)
}

/**
 * Locks the account: until this transaction ends, no other transaction can sign the golfer in or change the
 * password.
 * @throws AppError UNAUTHENTICATED if this session has just ended
 */
async function requireSession(tx: Queries, { golferId, sessionId }: SessionHolder): Promise<void> {
  await lockAccount(tx, golferId)
  // This is a separate statement, so that it sees changes that were committed while `lockAccount` waited.
  if ((await tx.$count(sessions, eq(sessions.id, sessionId))) === 0) throw notSignedIn()
}

/**
 * Also ends the golfer's sessions, except `keptSessionId`, and deletes links that set a password. Returns the
 * golfer's email; undefined if the account is deleted.
 */
export async function storePassword(
  tx: Queries,
  golferId: number,
  hash: string,
  keptSessionId?: string,
) {
  // The update locks the golfer. A concurrent sign-in either commits first, so that the DELETE below ends its
  // session, or waits for the lock and then fails.
  const [changed] = await tx
    .update(golfers)
    .set({ password: hash })
    .where(isAccount(golferId))
    .returning({ email: golfers.email })
  if (changed === undefined) return undefined
  const isNotKept = keptSessionId === undefined ? undefined : ne(sessions.id, keptSessionId)
  await tx.delete(sessions).where(and(eq(sessions.golferId, golferId), isNotKept))
  await tx
    .delete(welcomeLinks)
    .where(and(eq(welcomeLinks.golferId, golferId), isNull(welcomeLinks.signupId)))
  return changed.email
}

export async function purgeDeadSessions({ db, clock }: Context): Promise<void> {
  await db.delete(sessions).where(sql`not ${isLive(clock.now())}`)
}
