import { and, asc, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Context } from '../../context.ts'
import { groupMembers } from '../../groups/index.ts'
import type { SessionHolder } from '../../identity/index.ts'
import { DAY_MS } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { isListed, latestEndedStart, spots, teeTimes, waitingList } from '../schema.ts'
import { NOT_OWED, OPEN_SPOT_FIELDS } from '../spots/spot.ts'

export async function archiveEnded(
  db: Database,
  whose: SessionHolder | 'everybody',
  now: Date,
  limit: number,
): Promise<number> {
  const inOwnGroups =
    whose === 'everybody'
      ? undefined
      : sql`${teeTimes.groupId} in (
          select ${groupMembers.groupId} from ${groupMembers}
          where ${groupMembers.golferId} = ${whose.golferId})`
  const hasEnded = lte(teeTimes.startsAt, latestEndedStart(now))
  // The order and limit keep the planner from reading all upcoming tee times. The update checks the start
  // again, because a change of the time zone may have moved a tee time that the update had to wait for. The
  // live events have no version, so nodes look for the cards, find none, and tell phones to remove them.
  const { rows } = await db.execute<{ archived: number }>(sql`
    with archived as (
      update ${teeTimes} set archived_at = ${now}
      where archived_at is null and ${hasEnded} and id in (
        select id from ${teeTimes}
        where ${and(hasEnded, isListed, inOwnGroups)}
        order by starts_at limit ${limit})
      returning id, group_id
    ), noted as (
      insert into live_events (type, group_id, tee_time_id)
      select 'tee_time', group_id, id from archived
    )
    select count(*)::int as archived from archived`)
  return rows[0]?.archived ?? 0
}

/**
 * Opens the reserved and offered spots of up to `limit` ended tee times, and deletes their waiting lists.
 * Returns the number of tee times.
 */
export async function clearEnded(tx: Queries, now: Date, limit: number) {
  const isReservedOrOffered = inArray(spots.status, ['reservation', 'offer'])
  const uncleared = union(
    tx.select({ id: spots.teeTimeId }).from(spots).where(isReservedOrOffered),
    tx.select({ id: waitingList.teeTimeId }).from(waitingList),
  )
  const rows = await tx
    .select({ id: teeTimes.id })
    .from(teeTimes)
    .where(and(lte(teeTimes.startsAt, latestEndedStart(now)), inArray(teeTimes.id, uncleared)))
    .orderBy(asc(teeTimes.id))
    .limit(limit)
    .for('no key update')
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await tx
    .update(spots)
    .set(OPEN_SPOT_FIELDS)
    .where(and(inArray(spots.teeTimeId, ids), isReservedOrOffered))
  await tx.delete(waitingList).where(inArray(waitingList.teeTimeId, ids))
  return rows.length
}

const OWED_DAYS = 180

export async function clearOldOwedSpots({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const before = new Date(clock.now().getTime() - OWED_DAYS * DAY_MS)
  await db
    .update(spots)
    .set(NOT_OWED)
    .where(and(isNotNull(spots.owedBy), lt(spots.owedSince, before)))
}
