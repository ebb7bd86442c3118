import { and, asc, desc, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { allGroups, groupMembers, groups, isMembershipOf } from '../../groups/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { isoInstant } from '../../platform/database/iso-instant.ts'
import type { Membership, Memberships } from '../../ports.ts'
import {
  isListed,
  isListedAfter,
  isPlayerIn,
  lateNotices,
  openSpotCount,
  recurringTeeTimes,
  savedAlerts,
  spots,
  teeTimes,
  waitingEvents,
  waitingList,
} from '../schema.ts'
import { NOT_OWED } from '../spots/spot.ts'

export const selectTeeTimeIds = (tx: Queries, condition: SQL | undefined) =>
  tx.select({ id: teeTimes.id }).from(teeTimes).where(condition).orderBy(asc(teeTimes.id))

export async function lockTeeTimesWhere(
  tx: Queries,
  condition: SQL | undefined,
): Promise<number[]> {
  return (await selectTeeTimeIds(tx, condition).for('no key update')).map(({ id }) => id)
}

export const isListedIn = (groupId: number) => and(eq(teeTimes.groupId, groupId), isListed)

export const isListedPost = ({ groupId, golferId }: Membership) =>
  and(isListedIn(groupId), eq(teeTimes.creatorId, golferId))

export const isChangedByLeaving = ({ groupIds, golferId }: Memberships, now: Date) =>
  and(
    inArray(teeTimes.groupId, [...groupIds]),
    or(gt(teeTimes.startsAt, now), eq(teeTimes.creatorId, golferId)),
    isListed,
  )

export async function findNextOpen(db: Queries, groupId: number, now: Date) {
  const { id, course, date, time } = teeTimes
  const [row] = await db
    .select({ id, course, date, time, openSpots: openSpotCount })
    .from(teeTimes)
    .where(and(eq(teeTimes.groupId, groupId), isListedAfter(now), gt(openSpotCount, 0)))
    .orderBy(asc(teeTimes.startsAt), asc(id))
    .limit(1)
  return row
}

export function listTeeTimesChangedByLeaving(tx: Queries, leaving: Memberships, now: Date) {
  const { golferId } = leaving
  return tx
    .select({
      id: teeTimes.id,
      isCreator: sql<boolean>`${eq(teeTimes.creatorId, golferId)}`,
      hasSpot: sql<boolean>`${gt(teeTimes.startsAt, now)} and ${teeTimes.id} in (
        select tee_time_id from ${spots} where golfer_id = ${golferId}
        union all select tee_time_id from ${waitingList} where golfer_id = ${golferId})`,
    })
    .from(teeTimes)
    .where(isChangedByLeaving(leaving, now))
    .orderBy(asc(teeTimes.id))
}

export async function lockAllTeeTimesOf(tx: Queries, groupId: number): Promise<void> {
  await selectTeeTimeIds(tx, eq(teeTimes.groupId, groupId)).for('update')
}

export async function deleteSomeTeeTimesOf(db: Database, groupId: number, limit: number) {
  const { rowCount } = await db.execute(sql`
    delete from ${teeTimes} where id in (
      select t.id from ${teeTimes} t join ${allGroups} g on g.id = t.group_id
      where g.id = ${groupId} and g.deleted_at is not null order by t.id limit ${limit})`)
  return rowCount === limit
}

const teeTimeColumns = {
  groupName: groups.name,
  course: teeTimes.course,
  date: teeTimes.date,
  time: teeTimes.time,
}

/** Lists the tee times that a golfer posted or plays in. Notes are returned only for posts. */
export function listPostedAndPlayed(db: Queries, golferId: number) {
  // Each branch uses its own index. A single OR over both tables would read all tee times of all groups.
  const mine = union(
    db.select({ id: teeTimes.id }).from(teeTimes).where(eq(teeTimes.creatorId, golferId)),
    db
      .select({ id: spots.teeTimeId })
      .from(spots)
      .where(and(eq(spots.golferId, golferId), eq(spots.status, 'player'))),
  ).as('mine')
  const posted = sql<boolean>`${teeTimes.creatorId} = ${golferId}`
  return db
    .select({
      id: teeTimes.id,
      ...teeTimeColumns,
      notes: sql<string | null>`case when ${posted} then ${teeTimes.notes} end`,
      posted,
      hasSpot: isPlayerIn(teeTimes.id, golferId),
      guests: sql<string[]>`coalesce((
        select json_agg(${spots.name} order by ${spots.claimId}) from ${spots}
        where ${spots.teeTimeId} = ${teeTimes.id} and ${spots.hostId} = ${golferId}), '[]')`,
      cancelled: sql<boolean>`${isNotNull(teeTimes.cancelledAt)}`,
    })
    .from(teeTimes)
    .innerJoin(mine, eq(mine.id, teeTimes.id))
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .orderBy(desc(teeTimes.startsAt), desc(teeTimes.id))
}

/** Lists the golfer's places on waiting lists, then the spots that are reserved for the golfer. */
export function listWaitingAndReservations(db: Queries, golferId: number, now: Date) {
  const { id, joinedAt, autoAccept, teeTimeId } = waitingList
  return db
    .select({
      ...teeTimeColumns,
      joinedAt: isoInstant(joinedAt),
      autoAccept: sql<boolean>`coalesce(${autoAccept}, false)`,
      heldUntil: isoInstant(spots.until),
    })
    .from(teeTimes)
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .innerJoin(groupMembers, isMembershipOf(golferId))
    .leftJoin(waitingList, and(eq(teeTimeId, teeTimes.id), eq(waitingList.golferId, golferId)))
    .leftJoin(spots, and(eq(spots.teeTimeId, teeTimes.id), eq(spots.golferId, golferId)))
    .where(and(isListedAfter(now), or(isNotNull(id), eq(spots.status, 'reservation'))))
    .orderBy(sql`${id} desc nulls last`, desc(spots.claimId))
}

export function listOwnWaitingEvents(db: Queries, golferId: number) {
  const { id, event, at } = waitingEvents
  return db
    .select({ groupName: groups.name, course: teeTimes.course, event, at: isoInstant(at) })
    .from(waitingEvents)
    .innerJoin(teeTimes, eq(teeTimes.id, waitingEvents.teeTimeId))
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .where(eq(waitingEvents.golferId, golferId))
    .orderBy(desc(id))
}

export function listOwedSpots(db: Queries, golferId: number, now: Date) {
  // Owed spots always have an `owed_since`: it is set together with `owed_by`.
  const since = isoInstant(spots.owedSince) as SQL<string>
  return db
    .select({ ...teeTimeColumns, since })
    .from(spots)
    .innerJoin(teeTimes, eq(teeTimes.id, spots.teeTimeId))
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .where(and(eq(spots.owedBy, golferId), gt(teeTimes.startsAt, now)))
    .orderBy(asc(spots.owedSince), asc(spots.teeTimeId), asc(spots.position))
}

export function listOwnLateNotices(db: Queries, golferId: number) {
  const { minutes, notifiedAt } = lateNotices
  return db
    .select({ ...teeTimeColumns, minutes, at: isoInstant(notifiedAt) })
    .from(lateNotices)
    .innerJoin(teeTimes, eq(teeTimes.id, lateNotices.teeTimeId))
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .where(eq(lateNotices.golferId, golferId))
    .orderBy(desc(notifiedAt))
}

export function listOwnRecurring(db: Queries, golferId: number) {
  const { id, course, time, everyWeeks, daysAhead, notes, createdAt, endedAt } = recurringTeeTimes
  const dates = { createdAt: isoInstant(createdAt), endedAt: isoInstant(endedAt) }
  return db
    .select({ groupName: groups.name, course, time, everyWeeks, daysAhead, notes, ...dates })
    .from(recurringTeeTimes)
    .innerJoin(groups, eq(groups.id, recurringTeeTimes.groupId))
    .where(eq(recurringTeeTimes.creatorId, golferId))
    .orderBy(desc(id))
}

export function listOwnSavedAlerts(db: Queries, golferId: number) {
  const { id, days, notBefore, notAfter, course } = savedAlerts
  return db
    .select({ groupName: groups.name, days, notBefore, notAfter, course })
    .from(savedAlerts)
    .innerJoin(groups, eq(groups.id, savedAlerts.groupId))
    .where(eq(savedAlerts.golferId, golferId))
    .orderBy(asc(sql`lower(${groups.name})`), asc(id))
}

export async function clearOwedSpots(tx: Queries, golferId: number): Promise<void> {
  await tx.update(spots).set(NOT_OWED).where(eq(spots.owedBy, golferId))
}
