import { and, asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type GroupMember, type GroupViewer, groupMembers, groups } from '../../groups/index.ts'
import { golfers, type SessionHolder } from '../../identity/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { standingDates, standingTimes } from './schema.ts'

const enders = alias(golfers, 'enders')

const columns = {
  id: standingTimes.id,
  groupId: standingTimes.groupId,
  creatorId: standingTimes.creatorId,
  course: standingTimes.course,
  time: standingTimes.time,
  everyWeeks: standingTimes.everyWeeks,
  daysAhead: standingTimes.daysAhead,
  maxPlayers: standingTimes.maxPlayers,
  notes: standingTimes.notes,
  cancelHours: standingTimes.cancelHours,
  joinAsPlayer: standingTimes.joinAsPlayer,
  nextDate: standingTimes.nextDate,
  endedAt: standingTimes.endedAt,
}

/** Skipped upcoming dates of a recurring tee time. */
const skipped = sql<string[]>`array(
  select ${standingDates.date}::text from ${standingDates}
  where ${standingDates.standingId} = ${standingTimes.id} and ${standingDates.teeTimeId} is null
    and ${standingDates.date} >= ${standingTimes.nextDate})`

function select(db: Queries) {
  return db
    .select({ ...columns, creatorName: golfers.name, endedBy: enders.name, skipped })
    .from(standingTimes)
    .innerJoin(golfers, eq(golfers.id, standingTimes.creatorId))
    .leftJoin(enders, eq(enders.id, standingTimes.endedBy))
}

export type StandingRow = Awaited<ReturnType<typeof listStanding>>[number]

/**
 * Lists a group's recurring tee times, the next one first. Includes those that ended since `endedAfter`
 * for viewers who should know and did not end them: the creator, and those who run the group if the
 * creator has left it.
 */
export async function listStanding(db: Queries, viewer: GroupViewer, endedAfter: Date) {
  const mine = and(
    eq(standingTimes.creatorId, viewer.golferId),
    sql`${standingTimes.endedBy} is distinct from ${standingTimes.creatorId}`,
  )
  const orphaned = viewer.role === 'member' ? undefined : isNull(standingTimes.endedBy)
  return select(db)
    .where(
      and(
        eq(standingTimes.groupId, viewer.groupId),
        or(
          isNull(standingTimes.endedAt),
          and(gt(standingTimes.endedAt, endedAfter), or(mine, orphaned)),
        ),
      ),
    )
    .orderBy(asc(standingTimes.nextDate), asc(standingTimes.time), asc(standingTimes.id))
}

/** Finds a group's recurring tee time that has not ended. */
export async function findStanding(db: Queries, scope: GroupMember, standingId: number) {
  const [row] = await select(db).where(
    and(
      eq(standingTimes.id, standingId),
      eq(standingTimes.groupId, scope.groupId),
      isNull(standingTimes.endedAt),
    ),
  )
  return row
}

/** Like {@link findStanding}, but locks it until the end of the transaction. */
export async function lockStanding(tx: Queries, scope: GroupMember, standingId: number) {
  await tx
    .select({ id: standingTimes.id })
    .from(standingTimes)
    .where(and(eq(standingTimes.id, standingId), eq(standingTimes.groupId, scope.groupId)))
    .for('no key update')
  // A separate statement, which sees what was committed while waiting for the lock.
  return findStanding(tx, scope, standingId)
}

/**
 * Counts a member's recurring tee times that have not ended in a group, and keeps the count from rising
 * until the end of the transaction. Returns undefined for a golfer who is no longer a member.
 */
export async function countOwn(tx: Queries, member: GroupMember): Promise<number | undefined> {
  const [place] = await tx
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .where(
      and(eq(groupMembers.groupId, member.groupId), eq(groupMembers.golferId, member.golferId)),
    )
    .for('no key update')
  return (
    place &&
    tx.$count(
      standingTimes,
      and(
        eq(standingTimes.groupId, member.groupId),
        eq(standingTimes.creatorId, member.golferId),
        isNull(standingTimes.endedAt),
      ),
    )
  )
}

type NewStanding = Omit<
  typeof standingTimes.$inferInsert,
  'id' | 'groupId' | 'creatorId' | 'endedAt' | 'endedBy'
>

export async function insertStanding(
  tx: Queries,
  { groupId, golferId }: GroupMember,
  standing: NewStanding,
): Promise<number> {
  const [row] = await tx
    .insert(standingTimes)
    .values({ ...standing, groupId, creatorId: golferId })
    .returning({ id: standingTimes.id })
  if (row === undefined) throw new Error('A recurring tee time was not stored')
  return row.id
}

/** Records that a date was posted as a tee time, or is skipped if `teeTimeId` is null. */
export async function insertDate(
  tx: Queries,
  standingId: number,
  date: string,
  teeTimeId: number | null,
): Promise<void> {
  await tx.insert(standingDates).values({ standingId, date, teeTimeId })
}

/** Returns whether a date was posted or skipped; undefined if neither. */
export async function findDate(
  tx: Queries,
  standingId: number,
  date: string,
): Promise<'posted' | 'skipped' | undefined> {
  const [row] = await tx
    .select({ teeTimeId: standingDates.teeTimeId })
    .from(standingDates)
    .where(and(eq(standingDates.standingId, standingId), eq(standingDates.date, date)))
  if (row === undefined) return undefined
  return row.teeTimeId === null ? 'skipped' : 'posted'
}

export async function deleteSkipped(tx: Queries, standingId: number, date: string): Promise<void> {
  await tx
    .delete(standingDates)
    .where(
      and(
        eq(standingDates.standingId, standingId),
        eq(standingDates.date, date),
        isNull(standingDates.teeTimeId),
      ),
    )
}

export async function setNextDate(
  tx: Queries,
  standingId: number,
  nextDate: string,
): Promise<void> {
  await tx.update(standingTimes).set({ nextDate }).where(eq(standingTimes.id, standingId))
}

/** @param by the golfer who ends it; null when it ends automatically */
export async function markEnded(
  tx: Queries,
  standingId: number,
  by: number | null,
  now: Date,
): Promise<void> {
  await tx
    .update(standingTimes)
    .set({ endedAt: now, endedBy: by })
    .where(and(eq(standingTimes.id, standingId), isNull(standingTimes.endedAt)))
}

/** Ends recurring tee times whose creators have left the group or deleted their account. */
export async function endOrphans(db: Queries, now: Date): Promise<void> {
  await db.execute(sql`
    update ${standingTimes} set ended_at = ${now}
    where ${standingTimes.endedAt} is null and not exists (
      select from ${groupMembers}
      where ${groupMembers.groupId} = ${standingTimes.groupId}
        and ${groupMembers.golferId} = ${standingTimes.creatorId})`)
}

/**
 * Lists recurring tee times that may have a date to post, by day alone and in any zone: the furthest is
 * 14 hours ahead. Omits inactive groups, but not those whose subscription has ended.
 */
export async function listNearlyDue(db: Database, now: Date) {
  return db
    .select({
      id: standingTimes.id,
      groupId: standingTimes.groupId,
      creatorId: standingTimes.creatorId,
      time: standingTimes.time,
      everyWeeks: standingTimes.everyWeeks,
      daysAhead: standingTimes.daysAhead,
      nextDate: standingTimes.nextDate,
      timeZone: groups.timeZone,
      expiryDate: groups.expiryDate,
      renews: groups.renews,
    })
    .from(standingTimes)
    .innerJoin(groups, and(eq(groups.id, standingTimes.groupId), eq(groups.isActive, true)))
    .where(
      and(
        isNull(standingTimes.endedAt),
        sql`(${standingTimes.nextDate} - ${standingTimes.daysAhead})
          <= (${now.toISOString()}::timestamptz at time zone 'UTC')::date + 1`,
      ),
    )
    .orderBy(asc(standingTimes.id))
}

/** Lists a golfer's own recurring tee times in all groups, including ended ones. */
export async function listOwn(db: Queries, { golferId }: Pick<SessionHolder, 'golferId'>) {
  return db
    .select({
      groupName: groups.name,
      course: standingTimes.course,
      time: standingTimes.time,
      everyWeeks: standingTimes.everyWeeks,
      daysAhead: standingTimes.daysAhead,
      notes: standingTimes.notes,
      createdAt: standingTimes.createdAt,
      endedAt: standingTimes.endedAt,
    })
    .from(standingTimes)
    .innerJoin(groups, eq(groups.id, standingTimes.groupId))
    .where(eq(standingTimes.creatorId, golferId))
    .orderBy(desc(standingTimes.id))
}
