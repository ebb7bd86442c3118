import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { groups } from '../../groups/index.ts'
import type { SessionHolder } from '../../identity/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { spots, teeTimes, waitingEvents, waitingList } from '../schema.ts'

const ofTeeTime = {
  groupName: groups.name,
  course: teeTimes.course,
  date: teeTimes.date,
  time: teeTimes.time,
}

/** Tee times that golfers can still wait for. Waiting lists of others have ended and are not shown. */
const isUpcoming = (now: Date) =>
  and(isNull(teeTimes.cancelledAt), isNull(teeTimes.archivedAt), gt(teeTimes.startsAt, now))

/** Lists the waiting lists of upcoming tee times that a golfer is on. */
export async function listOwnPlaces(
  db: Queries,
  { golferId }: Pick<SessionHolder, 'golferId'>,
  now: Date,
) {
  const { joinedAt, autoAccept } = waitingList
  return db
    .select({ ...ofTeeTime, joinedAt, autoAccept: autoAccept, heldUntil: spots.until })
    .from(waitingList)
    .innerJoin(teeTimes, eq(teeTimes.id, waitingList.teeTimeId))
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .leftJoin(spots, and(eq(spots.teeTimeId, teeTimes.id), eq(spots.golferId, golferId)))
    .where(and(eq(waitingList.golferId, golferId), isUpcoming(now)))
    .orderBy(desc(waitingList.id))
}

/** Lists the same waiting lists, each with whether the golfer gets a spot without being asked. */
export async function listOwnWaitingLists(db: Database, { golferId }: SessionHolder, now: Date) {
  return db
    .select({ teeTimeId: waitingList.teeTimeId, autoAccept: waitingList.autoAccept })
    .from(waitingList)
    .innerJoin(teeTimes, eq(teeTimes.id, waitingList.teeTimeId))
    .where(and(eq(waitingList.golferId, golferId), isUpcoming(now)))
    .orderBy(asc(waitingList.id))
}

/** Lists the spots in upcoming tee times that are reserved for a golfer. */
export async function listOwnReservations(
  db: Queries,
  { golferId }: Pick<SessionHolder, 'golferId'>,
  now: Date,
) {
  return db
    .select({ ...ofTeeTime, heldUntil: spots.until })
    .from(spots)
    .innerJoin(teeTimes, eq(teeTimes.id, spots.teeTimeId))
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .where(and(eq(spots.golferId, golferId), eq(spots.status, 'reservation'), isUpcoming(now)))
    .orderBy(desc(spots.claimId))
}

/** Lists a golfer's entries in the log of waiting lists. */
export async function listOwnEvents(db: Queries, { golferId }: Pick<SessionHolder, 'golferId'>) {
  const { event, at } = waitingEvents
  return db
    .select({ groupName: groups.name, course: teeTimes.course, event, at })
    .from(waitingEvents)
    .innerJoin(teeTimes, eq(teeTimes.id, waitingEvents.teeTimeId))
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .where(eq(waitingEvents.golferId, golferId))
    .orderBy(desc(waitingEvents.id))
}

/**
 * Lists upcoming tee times to settle: those with an expired reservation or offer, or with a spot promised
 * while their group, now active again, was paused.
 */
export async function listUnsettled(db: Database, now: Date): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct t.id from ${spots} s
    join ${teeTimes} t on t.id = s.tee_time_id
      and t.cancelled_at is null and t.archived_at is null and t.starts_at > ${now}
    join ${groups} g on g.id = t.group_id
    where s.status in ('reservation', 'offer') and (s.until <= ${now} or s.until is null
      and g.is_active and (g.renews or g.expiry_date is null or g.expiry_date > ${now}))
    order by t.id`)
  return rows.map(({ id }) => id)
}
