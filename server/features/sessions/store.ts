import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/database.ts'
import { preparedFor } from '../../platform/database/prepared.ts'
import { golfers } from '../golfers/tables.ts'
import { groups } from '../groups/tables.ts'
import { groupMembers } from '../members/tables.ts'
import { welcomeLinks } from '../welcome/tables.ts'
import type { SessionHolder, SessionKey } from './gate.ts'
import { holderColumns, isLiveSession, sessions } from './tables.ts'

const find = preparedFor((db) =>
  db
    .select({ holder: holderColumns })
    .from(sessions)
    .innerJoin(golfers, eq(golfers.id, sessions.golferId))
    .where(isLiveSession)
    .prepare('find_session'),
)

/** A session that is neither over nor idle for too long, with its golfer. */
export async function findSession(db: Database, session: SessionKey) {
  const [row] = await find(db).execute({ ...session })
  return row
}

export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

export async function touchSession(db: Database, id: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id))
}

/** What a login compares with; found by email without regard to case. */
export async function findCredentials(db: Database, email: string) {
  const [row] = await db
    .select({
      golferId: golfers.id,
      password: golfers.password,
      isSuperAdmin: golfers.isSuperAdmin,
      signInCodeAt: golfers.signInCodeAt,
    })
    .from(golfers)
    .where(eq(sql`lower(${golfers.email})`, sql`lower(${email})`))
  return row
}

/** What a golfer's password must not be made of: the email, the name, the names of the groups. */
export async function findOwnWords(db: Queries, golferId: number): Promise<string[]> {
  const [golfer] = await db
    .select({ email: golfers.email, name: golfers.name })
    .from(golfers)
    .where(eq(golfers.id, golferId))
  const mine = await db
    .select({ name: groups.name })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(eq(groupMembers.golferId, golferId))
  return [golfer?.email ?? '', golfer?.name ?? '', ...mine.map(({ name }) => name)]
}

export async function readPassword(
  db: Database,
  holder: Pick<SessionHolder, 'golferId'>,
): Promise<string | undefined> {
  const [row] = await db
    .select({ password: golfers.password })
    .from(golfers)
    .where(eq(golfers.id, holder.golferId))
  return row?.password
}

/**
 * Stores a new session and ends the golfer's oldest ones beyond `keep`. False, and nothing stored,
 * when the password is no longer the one that was verified.
 */
export async function insertSession(
  db: Queries,
  session: {
    id: string
    golferId: number
    /** The stored hash that the login was checked against. */
    verified: string
    codeUsed?: boolean
    userAgent?: string | undefined
    now: Date
    expiresAt: Date
    keep: number
  },
): Promise<boolean> {
  const { id, golferId, verified, codeUsed, userAgent, now, expiresAt, keep } = session
  return db.transaction(async (tx) => {
    // One login of a golfer at a time, so that two cannot both miss the other's session; and none
    // beside a change of the password, which ends the sessions it finds.
    const [golfer] = await tx
      .select({ password: golfers.password })
      .from(golfers)
      .where(eq(golfers.id, golferId))
      .for('no key update')
    if (golfer?.password !== verified) return false
    await tx
      .insert(sessions)
      .values({ id, golferId, codeUsed, userAgent, expiresAt, createdAt: now, lastSeenAt: now })
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

/** The sessions of a golfer that are neither over nor idle for too long: this one, then by last use. */
export async function findOpenSessions(
  db: Database,
  holder: SessionHolder,
  now: Date,
  idleSince: Date,
) {
  const isCurrent = sql<boolean>`${sessions.id} = ${holder.sessionId}`
  return db
    .select({
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      isCurrent,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.golferId, holder.golferId),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, idleSince),
      ),
    )
    .orderBy(desc(isCurrent), desc(sessions.lastSeenAt), desc(sessions.createdAt))
}

/**
 * Ends the other sessions of a golfer; answers how many were alive, or undefined when this one has
 * just been ended itself.
 */
export async function deleteOtherSessions(
  db: Database,
  holder: SessionHolder,
  now: Date,
  idleSince: Date,
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    // Of two phones that end each other, one stays.
    if (!(await isAloneAndAlive(tx, holder))) return undefined
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.golferId, holder.golferId), ne(sessions.id, holder.sessionId)))
      .returning({
        wasAlive: sql<boolean>`${sessions.expiresAt} > ${now} and ${sessions.lastSeenAt} > ${idleSince}`,
      })
    return ended.filter(({ wasAlive }) => wasAlive).length
  })
}

/**
 * Stores a new password and ends every other session of the golfer. False, and nothing changed, when
 * this one has just been ended: by another new password, say, which stays. Within a transaction.
 */
export async function replacePassword(
  tx: Queries,
  holder: SessionHolder,
  password: string,
): Promise<boolean> {
  return (
    (await isAloneAndAlive(tx, holder)) &&
    (await storePassword(tx, holder.golferId, password, holder.sessionId))
  )
}

/**
 * Whether a session is still there. Until the end of the transaction no other one of its golfer begins
 * or changes the password.
 */
async function isAloneAndAlive(tx: Queries, holder: SessionHolder): Promise<boolean> {
  await tx
    .select({ id: golfers.id })
    .from(golfers)
    .where(eq(golfers.id, holder.golferId))
    .for('no key update')
  // In a statement of its own, which sees what was committed while that one waited.
  const own = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, holder.sessionId))
  return own.length === 1
}

/**
 * Stores a new password, ends the golfer's sessions but the one to keep, and forgets the links that
 * were sent to set one. False, and nothing changed, when the account is deleted. Within a transaction.
 */
export async function storePassword(
  tx: Queries,
  golferId: number,
  password: string,
  keep?: string,
): Promise<boolean> {
  // The row's lock: a login that is under way ends first and has its session ended, or fails.
  const changed = await tx
    .update(golfers)
    .set({ password })
    .where(and(eq(golfers.id, golferId), isNull(golfers.deletedAt)))
  if (changed.rowCount !== 1) return false
  await tx
    .delete(sessions)
    .where(
      and(eq(sessions.golferId, golferId), keep === undefined ? undefined : ne(sessions.id, keep)),
    )
  await tx
    .delete(welcomeLinks)
    .where(and(eq(welcomeLinks.golferId, golferId), isNull(welcomeLinks.signupId)))
  return true
}

/** Deletes what is past its absolute end; idle ones get there too. Answers how many. */
export async function deleteDeadSessions(
  db: Database,
  now: Date,
  idleSince: Date,
): Promise<number> {
  const dead = await db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, now), lt(sessions.lastSeenAt, idleSince)))
  return dead.rowCount ?? 0
}
