import { and, eq, inArray, sql } from 'drizzle-orm'
import { MORNING_ENDS_AT } from '../../../contract/delays.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { TeeTimeMember } from '../tee-times/gate.ts'
import { lockZone } from '../tee-times/lock-zone.ts'
import { teeTimeCards, teeTimeParticipants, teeTimes } from '../tee-times/tables.ts'
import type { MorningKeeper } from './gate.ts'
import { lateNotices, teeTimeDelays } from './tables.ts'

/** The tee times `t` at the course and on the date of the tee time `anchor`, that one among them. */
const sameMorning = sql`${teeTimes} t join ${teeTimes} anchor
  on t.group_id = anchor.group_id and t.date = anchor.date
    and course_key(t.course) = course_key(anchor.course)
    and t.cancelled_at is null and t.archived_at is null
    and (t.time < ${MORNING_ENDS_AT} or exists (select from ${teeTimeDelays} d
      where d.tee_time_id = t.id and d.starts_at = t.starts_at))`

/** Whether a golfer posted one of the tee times of a morning. */
export async function postedThatMorning(
  db: Queries,
  { teeTimeId, golferId }: TeeTimeMember,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${sameMorning} where anchor.id = ${teeTimeId} and t.creator_id = ${golferId} limit 1`)
  return rows.length > 0
}

/**
 * Locks the tee times of a morning, and the zone in which their times count; undefined when the
 * golfer of the scope is no member any more.
 */
export async function lockMorning(tx: Queries, scope: MorningKeeper) {
  // By number of id, as all that lock several do.
  const { rows: locked } = await tx.execute<{ id: number }>(sql`
    select id from ${teeTimes} where id in (select t.id from ${sameMorning} where anchor.id = ${scope.teeTimeId})
    order by id for no key update`)
  const timeZone = await lockZone(tx, scope)
  // In a statement of its own: as they stand once they are locked. One that became part of the morning
  // in between is not moved, and not lost: it stands on its card.
  const morning = await tx
    .select({
      id: teeTimes.id,
      startsAt: teeTimes.startsAt,
      time: teeTimes.time,
      editedVersion: teeTimes.editedVersion,
      card: teeTimeCards.card,
    })
    .from(teeTimes)
    .innerJoin(teeTimeCards, eq(teeTimeCards.id, teeTimes.id))
    .where(
      sql`${teeTimes.id} = any(${sql.param(locked.map(({ id }) => id))}::int[])
        and ${teeTimes.id} in (select t.id from ${sameMorning} where anchor.id = ${scope.teeTimeId})`,
    )
    .orderBy(teeTimes.startsAt, teeTimes.id)
  return timeZone === undefined ? undefined : { timeZone, morning }
}

/** Moves tee times that the caller has locked. */
export async function moveTeeTimes(
  tx: Queries,
  moves: readonly { id: number; from: Date; startsAt: Date; date: string; time: string }[],
  now: Date,
): Promise<void> {
  const version = sql`${teeTimes.version} + 1`
  for (const { id, from, startsAt, date, time } of moves) {
    await tx
      .update(teeTimes)
      .set({ date, time, startsAt, version, editedVersion: version })
      .where(eq(teeTimes.id, id))
    const delay = { startedAt: from, startsAt, delayedAt: now }
    await tx
      .insert(teeTimeDelays)
      .values({ teeTimeId: id, ...delay })
      .onConflictDoUpdate({ target: teeTimeDelays.teeTimeId, set: delay })
  }
}

/** The cards of some tee times, soonest first. */
export async function listCards(tx: Queries, teeTimeIds: readonly number[]): Promise<TeeTime[]> {
  const rows = await tx
    .select({ card: teeTimeCards.card })
    .from(teeTimeCards)
    .where(inArray(teeTimeCards.id, [...teeTimeIds]))
    .orderBy(teeTimeCards.startsAt, teeTimeCards.id)
  return rows.map(({ card }) => card)
}

/** When a player last told the others of a tee time. */
export async function lastToldLate(
  tx: Queries,
  { teeTimeId, golferId }: TeeTimeMember,
): Promise<Date | undefined> {
  const [row] = await tx
    .select({ toldAt: lateNotices.toldAt })
    .from(lateNotices)
    .where(and(eq(lateNotices.teeTimeId, teeTimeId), eq(lateNotices.golferId, golferId)))
  return row?.toldAt
}

export async function noteLate(
  tx: Queries,
  { teeTimeId, golferId }: TeeTimeMember,
  minutes: number,
  now: Date,
): Promise<void> {
  await tx
    .insert(lateNotices)
    .values({ teeTimeId, golferId, minutes, toldAt: now })
    .onConflictDoUpdate({
      target: [lateNotices.teeTimeId, lateNotices.golferId],
      set: { minutes, toldAt: now },
    })
}

/** The players of some tee times, each with those they play in. */
export async function listPlayers(tx: Queries, teeTimeIds: readonly number[], but: number) {
  const { rows } = await tx.execute<{ golferId: number; teeTimeIds: number[] }>(sql`
    select p.golfer_id as "golferId", array_agg(t.id order by t.starts_at, t.id) as "teeTimeIds"
    from ${teeTimeParticipants} p join ${teeTimes} t on t.id = p.tee_time_id
    where t.id = any(${sql.param(teeTimeIds)}::int[]) and p.golfer_id <> ${but}
    group by p.golfer_id order by p.golfer_id`)
  return rows
}
