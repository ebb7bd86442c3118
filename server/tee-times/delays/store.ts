import { and, eq, sql } from 'drizzle-orm'
import { MORNING_ENDS_AT } from '../../../contract/delays.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { MorningAccess, TeeTimeMember } from '../access.ts'
import { lateNotices, teeTimeDelays, teeTimes } from '../schema.ts'
import { lockTeeTimes } from '../spots/store.ts'
import { lockTimeZone } from '../store.ts'

/**
 * Lists all morning tee times on the date and at the course of the given tee time, soonest first. Includes
 * those that were delayed past noon.
 */
export async function listMorning(db: Queries, { teeTimeId }: TeeTimeMember) {
  const { rows } = await db.execute<{ id: number; creatorId: number }>(sql`
    select t.id, t.creator_id as "creatorId"
    from ${teeTimes} given join ${teeTimes} t
      on t.group_id = given.group_id and t.date = given.date
        and course_key(t.course) = course_key(given.course)
        and t.cancelled_at is null and t.archived_at is null
        and (t.time < ${MORNING_ENDS_AT} or exists (select from ${teeTimeDelays} d
          where d.tee_time_id = t.id and d.starts_at = t.starts_at))
    where given.id = ${teeTimeId}
    order by t.starts_at, t.id`)
  return rows
}

/**
 * Locks the given tee time and those that {@link listMorning} returns. Returns the morning's sheets, soonest
 * first; undefined for a former member.
 */
export async function lockMorning(tx: Queries, access: MorningAccess, now: Date) {
  const found = await listMorning(tx, access)
  // The caller reads the given tee time's card, so lock that tee time even if it is not in the morning.
  const ids = new Set([access.teeTimeId, ...found.map(({ id }) => id)])
  const sheets = await lockTeeTimes(tx, [...ids], now)
  if ((await lockTimeZone(tx, access)) === undefined) return undefined
  // Read the tee times again, because they might have changed before they were locked. A tee time that was
  // posted or moved into this morning in the meantime is not delayed.
  return (await listMorning(tx, access)).flatMap(
    ({ id }) => sheets.find(({ teeTime }) => teeTime.id === id) ?? [],
  )
}

export async function recordDelay(tx: Queries, delay: typeof teeTimeDelays.$inferInsert) {
  await tx
    .insert(teeTimeDelays)
    .values(delay)
    .onConflictDoUpdate({ target: [teeTimeDelays.teeTimeId, teeTimeDelays.groupId], set: delay })
}

export async function findLastLateNoticeAt(tx: Queries, { teeTimeId, golferId }: TeeTimeMember) {
  const [row] = await tx
    .select({ notifiedAt: lateNotices.notifiedAt })
    .from(lateNotices)
    .where(and(eq(lateNotices.teeTimeId, teeTimeId), eq(lateNotices.golferId, golferId)))
  return row?.notifiedAt
}

export async function recordLateNotice(tx: Queries, notice: typeof lateNotices.$inferInsert) {
  const { teeTimeId, golferId, groupId } = lateNotices
  await tx
    .insert(lateNotices)
    .values(notice)
    .onConflictDoUpdate({ target: [teeTimeId, golferId, groupId], set: notice })
}
