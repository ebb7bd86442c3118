import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { WeatherLimits } from '../../contract/weather.ts'
import { type GroupMember, type GroupOwner, groups } from '../groups/index.ts'
import { DAY_MS } from '../platform/clock.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import {
  type Coordinates,
  type HourForecast,
  hourForecast,
  type Place,
  place,
} from '../providers/forecasts/forecasts.ts'
import { spots, teeTimes } from '../tee-times/index.ts'
import type { CachedAnswer, CacheStore } from './answer-cache.ts'
import { weatherChecks, weatherForecasts, weatherPlaces, weatherWatches } from './schema.ts'

/** Stored answers are checked when they are read: another version of the app may have stored them. */
const cachedPlaces = z.array(place)
const cachedHours = z.array(hourForecast)

/** Stores search results by name. A name must be short enough for the index of the primary key. */
export function placeStore(db: Database): CacheStore<{ name: string }, readonly Place[]> {
  return {
    async read({ name }) {
      const [row] = await db.select().from(weatherPlaces).where(eq(weatherPlaces.name, name))
      return parseCached(row, cachedPlaces)
    },
    save: ({ name }, set) =>
      db
        .insert(weatherPlaces)
        .values({ name, ...set })
        .onConflictDoUpdate({ target: weatherPlaces.name, set }),
  }
}

export async function isPostedCourse(db: Database, groupId: number, course: string, now: Date) {
  const isPosted = and(
    eq(teeTimes.groupId, groupId),
    gt(teeTimes.startsAt, new Date(now.getTime() - DAY_MS)),
    eq(teeTimes.course, course),
    isNull(teeTimes.cancelledAt),
  )
  return (await db.$count(teeTimes, isPosted)) > 0
}

export interface ForecastDay extends Coordinates {
  /** `YYYY-MM-DD`, in local time at the coordinates. */
  readonly date: string
}

/** Returns coordinates rounded to about a kilometer, which is much finer than any forecast. */
export function coordinatesKey({ latitude, longitude }: Coordinates): string {
  return `${latitude.toFixed(2)},${longitude.toFixed(2)}`
}

export function forecastStore(db: Database): CacheStore<ForecastDay, readonly HourForecast[]> {
  const { coordinates, date } = weatherForecasts
  return {
    async read(day) {
      const isForDay = and(eq(coordinates, coordinatesKey(day)), eq(date, day.date))
      const [row] = await db.select().from(weatherForecasts).where(isForDay)
      return parseCached(row, cachedHours)
    },
    save: (day, set) =>
      db
        .insert(weatherForecasts)
        .values({ coordinates: coordinatesKey(day), date: day.date, ...set })
        .onConflictDoUpdate({ target: [coordinates, date], set }),
  }
}

function parseCached<S extends z.ZodMiniType>(
  row: { answer: unknown; foundAt: Date | null; failedAt: Date | null } | undefined,
  shape: S,
): CachedAnswer<z.output<S>> {
  const { success, data } = shape.safeParse(row?.answer)
  const found = success && row?.foundAt ? { answer: data, at: row.foundAt } : undefined
  return { found, failedAt: row?.failedAt ?? null }
}

/** Deletes old answers and returns their number. `emptyBefore` is for empty results and failed searches. */
export async function purgeAnswers(
  db: Database,
  limits: { placesBefore: Date; emptyBefore: Date; forecastsBefore: Date; maxNames: number },
): Promise<number> {
  const { rowCount: places } = await db.execute(sql`
    delete from ${weatherPlaces}
    where found_at < ${limits.placesBefore}
      or coalesce(places, '[]') = '[]' and coalesce(found_at, failed_at) < ${limits.emptyBefore}
      or name in (select name from ${weatherPlaces}
        order by coalesce(found_at, failed_at) desc, name desc offset ${limits.maxNames})`)
  const { rowCount: forecasts } = await db.execute(sql`
    delete from ${weatherForecasts} where coalesce(found_at, failed_at) < ${limits.forecastsBefore}`)
  return (places ?? 0) + (forecasts ?? 0)
}

const { rain, wind, cold } = weatherWatches

export async function readLimits(db: Queries, { groupId }: GroupMember): Promise<WeatherLimits> {
  const [row] = await db
    .select({ rain, wind, cold })
    .from(weatherWatches)
    .where(eq(weatherWatches.groupId, groupId))
  return row ?? { rain: null, wind: null, cold: null }
}

export async function saveLimits(tx: Queries, { groupId }: GroupOwner, limits: WeatherLimits) {
  await tx
    .insert(weatherWatches)
    .values({ groupId, ...limits })
    .onConflictDoUpdate({ target: weatherWatches.groupId, set: limits })
}

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

export async function listUncheckedTeeTimes(db: Queries, groupId: number, date: string) {
  const { rows } = await db.execute<{ id: number; course: string; time: string }>(sql`
    select t.id, t.course, t.time from ${teeTimes} t
    where t.group_id = ${groupId} and t.date = ${date}
      and t.cancelled_at is null and t.archived_at is null
      and exists (select from ${spots} p where p.tee_time_id = t.id and p.status = 'player')
      and not exists (select from ${weatherChecks} c where c.tee_time_id = t.id and c.date = t.date)
    order by t.starts_at, t.id`)
  return rows
}

/** Marks a tee time's forecast as checked. Returns the players; none if the forecast was already checked. */
export async function markChecked(tx: Queries, check: typeof weatherChecks.$inferInsert) {
  const insertion = await tx.insert(weatherChecks).values(check).onConflictDoNothing()
  if (insertion.rowCount === 0) return []
  const players = await tx
    .select({ golferId: spots.golferId })
    .from(spots)
    .where(and(eq(spots.teeTimeId, check.teeTimeId), eq(spots.status, 'player')))
    .orderBy(asc(spots.claimId))
  return players.flatMap(({ golferId }) => golferId ?? [])
}
