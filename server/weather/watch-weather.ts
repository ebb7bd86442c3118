import {
  findReachedLimits,
  WATCH_AT,
  WATCH_UNTIL,
  WATCHED_HOURS,
  type Weather,
  type WeatherLimits,
} from '../../contract/weather.ts'
import type { Context } from '../context.ts'
import {
  authorizeMemberWithoutSession,
  type GroupOwner,
  lockSettings,
  recordInGroup,
} from '../groups/index.ts'
import { addDays, instantOf, localDateOf, localTimeOf } from '../platform/clock.ts'
import { inTransaction } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import type { createReadWeather } from './read-weather.ts'
import * as store from './store.ts'

type ReadWeather = ReturnType<typeof createReadWeather>
type Watch = Awaited<ReturnType<typeof store.listWatches>>[number]

/** Checks the forecast once for each of tomorrow's tee times. If it is unavailable, the next call retries. */
export async function watchWeather(ctx: Context, read: ReadWeather): Promise<void> {
  const now = ctx.clock.now()
  for (const watch of await store.listWatches(ctx.db)) {
    const time = localTimeOf(now, watch.timeZone)
    if (time < WATCH_AT || time >= WATCH_UNTIL) continue
    try {
      await checkTeeTimes(ctx, read, watch, now)
    } catch (error) {
      // The group was deactivated or got a new owner in the meantime.
      if (error instanceof AppError) continue
      const logged = { err: error, groupId: watch.groupId }
      ctx.log.error(logged, 'Could not check the weather for a group')
    }
  }
}

async function checkTeeTimes(
  ctx: Context,
  read: ReadWeather,
  watch: Watch,
  now: Date,
): Promise<void> {
  const { groupId, ownerId, timeZone, limits } = watch
  const date = addDays(localDateOf(now, timeZone), 1)
  const teeTimes = await store.listUncheckedTeeTimes(ctx.db, groupId, date)
  if (teeTimes.length === 0) return
  // Reads the weather as the owner, because a group's home place is private to the group.
  const { group } = await authorizeMemberWithoutSession(ctx, ownerId, groupId)
  for (const { id, course, time: teeOff } of teeTimes) {
    const hourlyWeather: Weather[] = []
    try {
      for (const time of hoursOf(date, teeOff, timeZone)) {
        const query = { date, time, location: course, groupId }
        hourlyWeather.push(await read({ golferId: ownerId, group }, query))
      }
    } catch (error) {
      if (error instanceof AppError) continue
      throw error
    }
    const reachedLimits = findReachedLimits(hourlyWeather, limits)
    await ctx.db.transaction(async (tx) => {
      const check = { groupId, teeTimeId: id, date, checkedAt: now }
      const players = await store.markChecked(tx, check)
      if (reachedLimits === undefined) return
      const about = { groupId, teeTimeIds: [id], data: { date, ...reachedLimits } }
      const keyOf = (golferId: number) => `weather-watch:${id}:${date}:${golferId}`
      const recipients = players.map((golferId) => ({ ...about, golferId, key: keyOf(golferId) }))
      await ctx.notify(tx, 'weather-watch', recipients, now)
    })
  }
}

/** Returns the hours of a round up to midnight, except those that the clocks skip. */
function hoursOf(date: string, teeOff: string, timeZone: string): string[] {
  const first = Number(teeOff.slice(0, 2))
  return Array.from({ length: WATCHED_HOURS }, (_, hour) => first + hour)
    .filter((hour) => hour < 24)
    .map((hour) => `${String(hour).padStart(2, '0')}:00`)
    .filter((time) => instantOf(date, time, timeZone) !== undefined)
}

export function readLimits(ctx: Context, owner: GroupOwner) {
  return store.readLimits(ctx.db, owner)
}

export function setLimits(ctx: Context, owner: GroupOwner, limits: WeatherLimits) {
  return inTransaction(ctx.db, async (tx) => {
    await lockSettings(tx, owner)
    const stored = await store.readLimits(tx, owner)
    const [before, after] = [formatLimits(stored), formatLimits(limits)]
    if (before === after) return stored
    await store.saveLimits(tx, owner, limits)
    const detail = `weather watch: from ${before} to ${after}`
    await recordInGroup(ctx, tx, owner, 'group-updated', { detail })
    return limits
  })
}

function formatLimits({ rain, wind, cold }: WeatherLimits): string {
  const parts = [
    rain !== null && `rain ${rain}%`,
    wind !== null && `wind ${wind} km/h`,
    cold !== null && `${cold}°C`,
  ]
  return parts.filter((part) => part !== false).join(', ') || 'off'
}
