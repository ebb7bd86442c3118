import { getTimes } from 'suncalc'
import type { QueryOf } from '../../contract/endpoint.ts'
import { DEFAULT_LOCATION, DEFAULT_TIME_ZONE, FORECAST_DAYS } from '../../contract/limits.ts'
import { ROUND_HOURS, type readSunset, type readWeather } from '../../contract/weather.ts'
import type { Context } from '../context.ts'
import {
  addDays,
  HOUR_MS,
  instantAt,
  localDateOf,
  localTimeOf,
  readableDate,
} from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import { ForecastsUnavailable } from '../providers/forecasts/forecasts.ts'
import type { WeatherReader } from './access.ts'
import { answerCache, waitAtMost } from './answer-cache.ts'
import {
  type FindPlace,
  NOTHING_FOUND_FRESH_MS,
  PLACE_USABLE_MS,
  placeFinder,
} from './find-place.ts'
import { coordinatesKey, type ForecastDay, forecastStore, purgeAnswers } from './store.ts'

/** The provider computes new forecasts every one to six hours. */
const FORECAST_FRESH_MS = HOUR_MS
const FORECAST_USABLE_MS = 6 * HOUR_MS

const MAX_WAIT_MS = 4_000

type WeatherQuery = QueryOf<typeof readWeather>

/**
 * Creates a function that returns the forecast for a course. The function throws AppError TOO_EARLY (with
 * `opensOn`) and WEATHER_UNAVAILABLE. Simultaneous calls for one place and date share a provider request.
 * @param options.limitsDefaultPlace whether to use the default place only for groups in its time zone, so
 * that nobody gets a message about the weather on another continent
 */
export function createReadWeather(
  ctx: Context,
  { limitsDefaultPlace = false, findPlace = placeFinder(ctx) } = {},
) {
  const { clock, log, forecasts } = ctx
  const forecastFor = answerCache({
    clock,
    log,
    store: forecastStore(ctx.db),
    ask: (day: ForecastDay) => forecasts.hours(day, day.date),
    nameOf: (day) => `${coordinatesKey(day)} ${day.date}`,
    freshFor: () => FORECAST_FRESH_MS,
    usableFor: FORECAST_USABLE_MS,
  })

  async function weatherAt(query: WeatherQuery, reader: WeatherReader) {
    const found = await findPlace(query.location || DEFAULT_LOCATION, reader)
    const mayUseDefault = !limitsDefaultPlace || reader.group?.timeZone === DEFAULT_TIME_ZONE
    const place =
      found ?? (mayUseDefault ? await findPlace(DEFAULT_LOCATION, undefined) : undefined)
    if (place === undefined) throw unavailableError()
    const hours = await forecastFor({ ...place, date: query.date })
    // Without a time, use midday, when most rounds are in progress.
    const requestedHour = Number((query.time ?? '12:00').slice(0, 2))
    const forecast = hours.find(({ hour }) => hour === requestedHour)
    if (forecast === undefined) throw unavailableError()
    const { hour: _, ...weather } = forecast
    return { ...weather, place: found?.isCoursePlace ? null : place.name }
  }

  return async (reader: WeatherReader, query: WeatherQuery) => {
    const today = localDateOf(clock.now(), reader.group?.timeZone ?? DEFAULT_TIME_ZONE)
    // Yesterday is allowed, because a late round stays listed past midnight.
    if (query.date < addDays(today, -1)) throw unavailableError()
    if (query.date > addDays(today, FORECAST_DAYS - 1)) {
      const opensOn = addDays(query.date, 1 - FORECAST_DAYS)
      throw new AppError('TOO_EARLY', `No forecast until ${readableDate(opensOn)}`, { opensOn })
    }
    try {
      return await waitAtMost(MAX_WAIT_MS, weatherAt(query, reader))
    } catch (error) {
      throw error instanceof ForecastsUnavailable ? unavailableError() : error
    }
  }
}

function unavailableError(): AppError {
  return new AppError('WEATHER_UNAVAILABLE', 'Weather data unavailable')
}

/** `sunset` is null if the round will probably end before it, or if the place is unknown. */
export async function findSunset(
  findPlace: FindPlace,
  reader: WeatherReader,
  { date, time, location }: QueryOf<typeof readSunset>,
) {
  const place = await findPlace(location, reader).catch((error: unknown) => {
    if (error instanceof ForecastsUnavailable) return undefined
    throw error
  })
  if (place === undefined) return { sunset: null }
  const timeZone = reader.group?.timeZone ?? DEFAULT_TIME_ZONE
  const noon = instantAt(date, '12:00', timeZone)
  const { sunset } = getTimes(noon, place.latitude, place.longitude)
  const endsAt = instantAt(date, time, timeZone).getTime() + ROUND_HOURS * HOUR_MS
  // Near the poles there may be no sunset.
  const isBeforeEnd = sunset !== null && sunset.getTime() < endsAt
  return { sunset: isBeforeEnd ? localTimeOf(sunset, timeZone) : null }
}

/** The maximum number of place names to keep. People can type any number of names. */
const MAX_NAMES = 20_000

export function purgeWeather(ctx: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = ctx.clock.now().getTime()
  return purgeAnswers(ctx.db, {
    placesBefore: new Date(now - PLACE_USABLE_MS),
    emptyBefore: new Date(now - NOTHING_FOUND_FRESH_MS),
    forecastsBefore: new Date(now - FORECAST_USABLE_MS),
    maxNames: MAX_NAMES,
  })
}
