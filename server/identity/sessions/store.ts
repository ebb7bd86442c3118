import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { type Database, oncePerDb, type Queries } from '../../platform/database/database.ts'
import { isoInstant } from '../../platform/database/iso-instant.ts'
import { notSignedIn } from '../../platform/errors.ts'
import type { SessionHolder, SessionKey } from '../access.ts'
import { lockAccount } from '../golfers/store.ts'
import {
  golfers,
  holderColumns,
  isAccount,
  isLiveSession,
  isUnexpiredSession,
  sessions,
  welcomeLinks,
} from '../schema.ts'
import { deleteSessions } from '../store.ts'

const sessionQuery = oncePerDb((db) =>
  db
    .select({ holder: holderColumns })
    .from(sessions)
    .innerJoin(golfers, eq(golfers.id, sessions.golferId))
    .where(isLiveSession)
    .prepare('find_session'),
)

export async function findSession(db: Database, session: SessionKey) {
  const [row] = await sessionQuery(db).execute({ ...session })
  return row
}

export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

export async function touchSession(db: Database, id: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id))
}

const MAX_SESSIONS_PER_GOLFER = 10

/**
 * If there are too many sessions, deletes the oldest. Returns false if the password, which was checked
 * against `verifiedHash`, has just changed.
 */
export async function insertSession(
  db: Queries,
  session: typeof sessions.$inferInsert,
  verifiedHash: string,
) {
  const { golferId } = session
  return db.transaction(async (tx) => {
    // The lock makes a golfer's sign-ins and password changes run one after the other. Without it, two
    // sign-ins could together exceed the limit, or a password change could miss the new session.
    if ((await lockAccount(tx, golferId))?.password !== verifiedHash) return false
    await tx.insert(sessions).values(session)
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

export function listOpenSessions(db: Queries, holder: SessionHolder, now: Date) {
  const { id, golferId, userAgent, createdAt, lastSeenAt } = sessions
  const isCurrent = sql<boolean>`${id} = ${holder.sessionId}`
  const dates = { createdAt: isoInstant(createdAt), lastSeenAt: isoInstant(lastSeenAt) }
  return db
    .select({ userAgent, ...dates, isCurrent })
    .from(sessions)
    .where(and(eq(golferId, holder.golferId), isUnexpiredSession(now)))
    .orderBy(desc(isCurrent), desc(lastSeenAt), desc(createdAt))
}

/** Returns how many unexpired sessions it ended. @throws AppError as {@link requireSession} does */
export async function deleteOtherSessions(db: Database, holder: SessionHolder, now: Date) {
  return db.transaction(async (tx) => {
    // If two devices end each other's sessions at the same time, this throws for the second device.
    await requireSession(tx, holder)
    const others = deleteSessions(tx, holder.golferId, holder.sessionId)
    const deleted = await others.returning({ wasLive: sql<boolean>`${isUnexpiredSession(now)}` })
    return deleted.filter(({ wasLive }) => wasLive).length
  })
}

/**
 * Locks the account: until this transaction ends, no other transaction can sign the golfer in or change the
 * password.
 * @throws AppError UNAUTHENTICATED if this session has just ended
 */
export async function requireSession(tx: Queries, { golferId, sessionId }: SessionHolder) {
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
  await deleteSessions(tx, golferId, keptSessionId)
  await tx
    .delete(welcomeLinks)
    .where(and(eq(welcomeLinks.golferId, golferId), isNull(welcomeLinks.signupId)))
  return changed.email
}

export async function purgeDeadSessions({ db, clock }: Context): Promise<void> {
  await db.delete(sessions).where(sql`not ${isUnexpiredSession(clock.now())}`)
}
