import type { Context } from '../context.ts'
import { NOTHING_FOUND_FRESH_FOR, PLACE_USABLE_FOR } from './find-place.ts'
import { FORECAST_USABLE_FOR } from './read-weather.ts'
import { purge } from './store.ts'

/** The most names that are kept, since people can type anything. */
const NAMES_KEPT = 20_000

/** Deletes answers that are too old to be used, and returns how many. For an hourly job. */
export function purgeWeather(ctx: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = ctx.clock.now().getTime()
  return purge(ctx.db, {
    placesBefore: new Date(now - PLACE_USABLE_FOR),
    emptyBefore: new Date(now - NOTHING_FOUND_FRESH_FOR),
    forecastsBefore: new Date(now - FORECAST_USABLE_FOR),
    names: NAMES_KEPT,
  })
}
