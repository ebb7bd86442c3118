import { and, eq, sql } from 'drizzle-orm'
import { MORNING_ENDS_AT } from '../../../contract/delays.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { MorningAccess, TeeTimeMember } from '../access.ts'
import { lateNotices, spots, teeTimeDelays, teeTimes } from '../schema.ts'
import { type LockedTeeTime, lockTeeTimes } from '../spots/store.ts'
import { lockTimeZone } from '../store.ts'

/**
 * Joins the tee time `anchor` with the morning tee times `t` on its date and at its course. These include tee
 * times that a delay has moved past noon.
 */
const sameMorning = sql`${teeTimes} t join ${teeTimes} anchor
  on t.group_id = anchor.group_id and t.date = anchor.date
    and course_key(t.course) = course_key(anchor.course)
    and t.cancelled_at is null and t.archived_at is null
    and (t.time < ${MORNING_ENDS_AT} or exists (select from ${teeTimeDelays} d
      where d.tee_time_id = t.id and d.starts_at = t.starts_at))`

export async function hasPostedThatMorning(db: Queries, { teeTimeId, golferId }: TeeTimeMember) {
  const { rows } = await db.execute(sql`
    select from ${sameMorning} where anchor.id = ${teeTimeId} and t.creator_id = ${golferId} limit 1`)
  return rows.length > 0
}

/** Returns the locked tee times, soonest first, with the group's time zone; undefined for a former member. */
export async function lockMorning(tx: Queries, scope: MorningAccess, now: Date) {
  const { rows: found } = await tx.execute<{ id: number }>(sql`
    select t.id from ${sameMorning} where anchor.id = ${scope.teeTimeId}`)
  // The caller reads the given tee time's card, so lock that tee time even if it is no longer in the morning.
  const foundIds = new Set([scope.teeTimeId, ...found.map(({ id }) => id)])
  const locked = await lockTeeTimes(tx, [...foundIds], now)
  const timeZone = await lockTimeZone(tx, scope)
  // Read the tee times again, because they might have changed before they were locked. A tee time that was
  // posted or moved into this morning in the meantime is not delayed.
  const rows = await tx
    .select({ id: teeTimes.id, startsAt: teeTimes.startsAt, time: teeTimes.time })
    .from(teeTimes)
    .where(
      sql`${teeTimes.id} = any(${sql.param(locked.map(({ id }) => id))}::int[])
        and ${teeTimes.id} in (select t.id from ${sameMorning} where anchor.id = ${scope.teeTimeId})`,
    )
    .orderBy(teeTimes.startsAt, teeTimes.id)
  if (timeZone === undefined) return undefined
  const morning = rows.flatMap((row) => {
    const lock = locked.find(({ id }) => id === row.id)
    return lock === undefined ? [] : [{ ...row, locked: lock }]
  })
  return { timeZone, morning }
}

export async function recordDelay(
  tx: Queries,
  { id: teeTimeId, groupId }: LockedTeeTime,
  delay: Omit<typeof teeTimeDelays.$inferSelect, 'teeTimeId' | 'groupId'>,
): Promise<void> {
  await tx
    .insert(teeTimeDelays)
    .values({ teeTimeId, groupId, ...delay })
    .onConflictDoUpdate({ target: [teeTimeDelays.teeTimeId, teeTimeDelays.groupId], set: delay })
}

export async function lastNotifiedLate(tx: Queries, { teeTimeId, golferId }: TeeTimeMember) {
  const [row] = await tx
    .select({ notifiedAt: lateNotices.notifiedAt })
    .from(lateNotices)
    .where(and(eq(lateNotices.teeTimeId, teeTimeId), eq(lateNotices.golferId, golferId)))
  return row?.notifiedAt
}

export async function recordLateNotice(
  tx: Queries,
  { groupId, teeTimeId, golferId }: TeeTimeMember,
  minutes: number,
  now: Date,
): Promise<void> {
  await tx
    .insert(lateNotices)
    .values({ teeTimeId, groupId, golferId, minutes, notifiedAt: now })
    .onConflictDoUpdate({
      target: [lateNotices.teeTimeId, lateNotices.golferId, lateNotices.groupId],
      set: { minutes, notifiedAt: now },
    })
}

/** Lists the players of these tee times, except one golfer, each with the tee times that they play in. */
export async function listPlayers(tx: Queries, teeTimeIds: readonly number[], except: number) {
  const { rows } = await tx.execute<{ golferId: number; teeTimeIds: number[] }>(sql`
    select p.golfer_id as "golferId", array_agg(t.id order by t.starts_at, t.id) as "teeTimeIds"
    from ${spots} p join ${teeTimes} t on t.id = p.tee_time_id
    where t.id = any(${sql.param(teeTimeIds)}::int[]) and p.status = 'player' and p.golfer_id <> ${except}
    group by p.golfer_id order by p.golfer_id`)
  return rows
}
