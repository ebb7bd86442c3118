import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { groups } from '../groups/tables.ts'
import type { SessionHolder } from '../sessions/gate.ts'
import { spotHolds } from '../spot-holds/tables.ts'
import type { TeeTimeMember } from '../tee-times/gate.ts'
import { teeTimeParticipants, teeTimes } from '../tee-times/tables.ts'
import type { Usher } from './gate.ts'
import { waitingEvents, waitingGolfers } from './tables.ts'

interface LineAnswer extends Record<string, unknown> {
  outcome: string
  card: TeeTime | null
}

/** See `functions/wait_for_spot.sql`. */
export async function joinLine(
  db: Queries,
  { teeTimeId, golferId }: TeeTimeMember,
  { takesIt, most, now }: { takesIt: boolean | undefined; most: number; now: Date },
): Promise<LineAnswer | undefined> {
  const { rows } = await db.execute<LineAnswer>(sql`
    select outcome, card from wait_for_spot(${teeTimeId}, ${golferId}, ${takesIt ?? null}::boolean, ${most}, ${now})`)
  return rows[0]
}

/** See `functions/stop_waiting.sql`. */
export async function leaveLine(
  db: Queries,
  { teeTimeId, golferId }: TeeTimeMember,
  now: Date,
): Promise<LineAnswer | undefined> {
  const { rows } = await db.execute<LineAnswer>(
    sql`select outcome, card from stop_waiting(${teeTimeId}, ${golferId}, ${now})`,
  )
  return rows[0]
}

/** Locks a tee time that golfers wait for; undefined for one that is over, cancelled or gone. */
export async function lockLine(tx: Queries, _usher: Usher, teeTimeId: number, now: Date) {
  const [teeTime] = await tx
    .select({
      groupId: teeTimes.groupId,
      startsAt: teeTimes.startsAt,
    })
    .from(teeTimes)
    .where(
      and(eq(teeTimes.id, teeTimeId), isNull(teeTimes.cancelledAt), isNull(teeTimes.archivedAt)),
    )
    .for('no key update')
  if (teeTime === undefined || teeTime.startsAt <= now) return undefined
  const [group] = await tx
    .select({
      isActive: groups.isActive,
      expiryDate: groups.expiryDate,
      renews: groups.renews,
      timeZone: groups.timeZone,
    })
    .from(groups)
    .where(eq(groups.id, teeTime.groupId))
  return group && { ...teeTime, group }
}

/** Takes back what is offered to a locked line; all keep their places. */
export async function withdrawOffers(tx: Queries, teeTimeId: number, now: Date): Promise<void> {
  await tx.execute(sql`
    with withdrawn as (
      update ${waitingGolfers} set offered_until = null
      where tee_time_id = ${teeTimeId} and offered_until is not null
      returning golfer_id, id
    )
    select note_waiting(${teeTimeId}, golfer_id, 'withdrawn', ${now})
    from (select golfer_id from withdrawn order by id) in_order`)
}

/** Takes those out of a locked line whose spot was held for long enough. */
export async function lapseOffers(tx: Queries, teeTimeId: number, now: Date): Promise<void> {
  await tx.execute(sql`select lapse_offers(t, ${now}) from ${teeTimes} t where t.id = ${teeTimeId}`)
}

const taken = sql<number>`(select count(*)::int from ${teeTimeParticipants}
  where ${teeTimeParticipants.teeTimeId} = ${teeTimes.id})`

/** A locked tee time's line, and how many of its first there is a spot for. */
export async function readLine(tx: Queries, teeTimeId: number) {
  const [spots] = await tx
    .select({ free: sql<number>`${teeTimes.maxPlayers} - ${teeTimes.aside} - ${taken}` })
    .from(teeTimes)
    .where(eq(teeTimes.id, teeTimeId))
  const line = await tx
    .select()
    .from(waitingGolfers)
    .where(eq(waitingGolfers.teeTimeId, teeTimeId))
    .orderBy(asc(waitingGolfers.id))
  return { free: Math.max(0, spots?.free ?? 0), line }
}

/** Seats a golfer of a locked line without asking; false when there is no spot after all. */
export async function seatGolfer(
  tx: Queries,
  teeTimeId: number,
  golferId: number,
  now: Date,
): Promise<boolean> {
  const { rows } = await tx.execute<{ seated: boolean }>(sql`
    select seat_golfer(t, ${golferId}, 'seated', ${now}) as seated
    from ${teeTimes} t where t.id = ${teeTimeId}`)
  return rows[0]?.seated ?? false
}

/** Holds a spot for a golfer of a locked line. */
export async function holdSpot(
  tx: Queries,
  { id, teeTimeId, golferId }: { id: number; teeTimeId: number; golferId: number },
  until: Date,
  now: Date,
): Promise<void> {
  await moveOffer(tx, id, until)
  await tx.execute(sql`select note_waiting(${teeTimeId}, ${golferId}, 'offered', ${now})`)
}

/** Holds a spot for a golfer of a locked line until another moment. */
export async function moveOffer(tx: Queries, waitingId: number, until: Date): Promise<void> {
  await tx
    .update(waitingGolfers)
    .set({ offeredUntil: until })
    .where(eq(waitingGolfers.id, waitingId))
}

/** Lets holds by name of a locked tee time end with its tee-off; answers the members' that did not. */
export async function endHoldsBy(tx: Queries, teeTimeId: number, startsAt: Date) {
  const ended = await tx
    .update(spotHolds)
    .set({ heldUntil: startsAt })
    .where(and(eq(spotHolds.teeTimeId, teeTimeId), gt(spotHolds.heldUntil, startsAt)))
    .returning({ id: spotHolds.id, golferId: spotHolds.golferId })
  return ended.flatMap(({ id, golferId }) => (golferId === null ? [] : [{ id, golferId }]))
}

const ofTeeTime = {
  groupName: groups.name,
  course: teeTimes.course,
  date: teeTimes.date,
  time: teeTimes.time,
}

/** Tee times that golfers can still wait for: the others' waiting lists have ended, and nobody is shown them. */
const isUpcoming = (now: Date) =>
  and(isNull(teeTimes.cancelledAt), isNull(teeTimes.archivedAt), gt(teeTimes.startsAt, now))

/** The waiting lists of upcoming tee times that a golfer is on. */
export async function listOwnPlaces(db: Database, { golferId }: SessionHolder, now: Date) {
  const { joinedAt, takesIt, offeredUntil } = waitingGolfers
  return db
    .select({ ...ofTeeTime, joinedAt, takesIt, heldUntil: offeredUntil })
    .from(waitingGolfers)
    .innerJoin(teeTimes, eq(teeTimes.id, waitingGolfers.teeTimeId))
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .where(and(eq(waitingGolfers.golferId, golferId), isUpcoming(now)))
    .orderBy(desc(waitingGolfers.id))
}

/** For each of those waiting lists, whether the spot is to be taken without asking. */
export async function listOwnLines(db: Database, { golferId }: SessionHolder, now: Date) {
  return db
    .select({ teeTimeId: waitingGolfers.teeTimeId, takeIt: waitingGolfers.takesIt })
    .from(waitingGolfers)
    .innerJoin(teeTimes, eq(teeTimes.id, waitingGolfers.teeTimeId))
    .where(and(eq(waitingGolfers.golferId, golferId), isUpcoming(now)))
    .orderBy(asc(waitingGolfers.id))
}

/** The spots in upcoming tee times that are reserved for a golfer by name. */
export async function listOwnHolds(db: Database, { golferId }: SessionHolder, now: Date) {
  return db
    .select({ ...ofTeeTime, heldUntil: spotHolds.heldUntil })
    .from(spotHolds)
    .innerJoin(teeTimes, eq(teeTimes.id, spotHolds.teeTimeId))
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .where(and(eq(spotHolds.golferId, golferId), isUpcoming(now)))
    .orderBy(desc(spotHolds.id))
}

/** What the log of lines tells of a golfer. */
export async function listOwnEvents(db: Database, { golferId }: SessionHolder) {
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
 * Tee times to come with something to be done: a hold that is over, or a spot for somebody in line who
 * was not asked.
 */
export async function listUnsettled(db: Database, _usher: Usher, now: Date): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select t.id from ${spotHolds} h join ${teeTimes} t on t.id = h.tee_time_id
    where h.held_until <= ${now} and t.cancelled_at is null and t.archived_at is null
      and t.starts_at > ${now}
    union
    select t.id from ${teeTimes} t
    where t.waiting > 0 and t.cancelled_at is null and t.archived_at is null
      and t.starts_at > ${now} and (
        exists (select from ${waitingGolfers} w
          where w.tee_time_id = t.id and w.offered_until <= ${now})
        or (select count(*) from ${waitingGolfers} w
              where w.tee_time_id = t.id and w.offered_until is not null)
          < least(t.waiting, t.max_players - t.aside -
              (select count(*) from ${teeTimeParticipants} p where p.tee_time_id = t.id))
      )
    order by id`)
  return rows.map(({ id }) => id)
}

/** Deletes the waiting lists of tee times that began no later than that, of so many at most. */
export async function deleteEndedLines(
  db: Queries,
  _usher: Usher,
  { before, most }: { before: Date; most: number },
): Promise<void> {
  // The tee times first, as everywhere; a trigger changes them.
  await db.execute(sql`
    with ended as materialized (
      select id from ${teeTimes}
      where id in (select t.id from ${teeTimes} t
        where t.starts_at <= ${before} and t.waiting > 0 order by t.id limit ${most})
      order by id for no key update
    )
    delete from ${waitingGolfers} where tee_time_id in (select id from ended)`)
}
