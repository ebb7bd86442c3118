import { and, asc, eq, sql } from 'drizzle-orm'
import type { WeatherLimits } from '../../../contract/weather.ts'
import { type GroupMember, type GroupOwner, groups } from '../../groups/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { spots, teeTimes } from '../../tee-times/index.ts'
import { weatherChecks, weatherWatches } from './schema.ts'

const { rain, wind, cold } = weatherWatches

const OFF: WeatherLimits = { rain: null, wind: null, cold: null }

export async function readLimits(db: Queries, { groupId }: GroupMember): Promise<WeatherLimits> {
  const [row] = await db
    .select({ rain, wind, cold })
    .from(weatherWatches)
    .where(eq(weatherWatches.groupId, groupId))
  return row ?? OFF
}

export async function saveLimits(
  tx: Queries,
  { groupId }: GroupOwner,
  limits: WeatherLimits,
): Promise<void> {
  await tx
    .insert(weatherWatches)
    .values({ groupId, ...limits })
    .onConflictDoUpdate({ target: weatherWatches.groupId, set: limits })
}

/** Returns a group's owner, locked until the end of the transaction; undefined once it is deleted. */
export async function lockOwner(tx: Queries, { groupId }: GroupOwner) {
  const [row] = await tx
    .select({ ownerId: groups.ownerId })
    .from(groups)
    .where(eq(groups.id, groupId))
    .for('share')
  return row?.ownerId
}

/** Lists the groups that watch the weather and are switched on. */
export async function listWatches(db: Queries) {
  return db
    .select({
      groupId: groups.id,
      ownerId: groups.ownerId,
      timeZone: groups.timeZone,
      limits: { rain, wind, cold },
    })
    .from(weatherWatches)
    .innerJoin(groups, eq(groups.id, weatherWatches.groupId))
    .where(sql`${groups.isActive} and coalesce(${rain}, ${wind}, ${cold}) is not null`)
    .orderBy(groups.id)
}

/** Lists a group's tee times on a date that have players and have not been checked for that date. */
export async function listUnchecked(
  db: Queries,
  { groupId, date }: { groupId: number; date: string },
) {
  const { rows } = await db.execute<{ id: number; course: string; time: string }>(sql`
    select t.id, t.course, t.time from ${teeTimes} t
    where t.group_id = ${groupId} and t.date = ${date}
      and t.cancelled_at is null and t.archived_at is null
      and exists (select from ${spots} p where p.tee_time_id = t.id and p.status = 'player')
      and not exists (select from ${weatherChecks} c where c.tee_time_id = t.id and c.date = t.date)
    order by t.starts_at, t.id`)
  return rows
}

/** Marks a tee time as checked. Returns its players, or none if another process was first. */
export async function markChecked(
  tx: Queries,
  { teeTimeId, date }: { teeTimeId: number; date: string },
  now: Date,
): Promise<number[]> {
  const noted = await tx
    .insert(weatherChecks)
    .values({ teeTimeId, date, checkedAt: now })
    .onConflictDoNothing()
    .returning({ teeTimeId: weatherChecks.teeTimeId })
  if (noted.length === 0) return []
  const players = await tx
    .select({ golferId: spots.golferId })
    .from(spots)
    .where(and(eq(spots.teeTimeId, teeTimeId), eq(spots.status, 'player')))
    .orderBy(asc(spots.claimId))
  return players.flatMap(({ golferId }) => golferId ?? [])
}
