import { getTimes } from 'suncalc'
import type { AnswerOf, QueryOf } from '../../contract/endpoint.ts'
import { DEFAULT_TIME_ZONE } from '../../contract/limits.ts'
import { ROUND_HOURS, type readDaylight } from '../../contract/weather.ts'
import { instantAt, localTimeOf } from '../platform/clock.ts'
import { ForecastsUnavailable } from '../providers/forecasts/forecasts.ts'
import type { WeatherReader } from './access.ts'
import type { FindPlace } from './find-place.ts'

/** Returns the time of sunset if it is before a round likely ends; null if not, or if no place is known. */
export async function sunsetBefore(
  findPlace: FindPlace,
  reader: WeatherReader,
  { date, time, location }: QueryOf<typeof readDaylight>,
): Promise<AnswerOf<typeof readDaylight>> {
  const { group } = reader
  const place = await findPlace(location, reader).catch((error: unknown) => {
    if (error instanceof ForecastsUnavailable) return undefined
    throw error
  })
  if (place === undefined) return { sunset: null }
  const timeZone = group?.timeZone ?? DEFAULT_TIME_ZONE
  const noon = instantAt(date, '12:00', timeZone)
  const { sunset } = getTimes(noon, place.latitude, place.longitude)
  const over = instantAt(date, time, timeZone).getTime() + ROUND_HOURS * 3_600_000
  // Near the poles there may be no sunset.
  const isEarly = sunset !== null && sunset.getTime() < over
  return { sunset: isEarly ? localTimeOf(sunset, timeZone) : null }
}
