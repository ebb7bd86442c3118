import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'
import type { Weather } from './weather.ts'

/** Local times on the day before. A forecast that cannot be read at the first is retried until the second. */
export const WATCH_AT = '18:00'
export const WATCH_UNTIL = '20:00'
/** How many hours of forecast count: those of a round, starting with the hour of tee-off. */
export const WATCHED_HOURS = 5

/** The limits at which a group's players are asked if they are still in; null for what does not matter. */
const weatherLimits = z.object({
  /** Percent. */
  rain: z.nullable(z.int().check(z.minimum(10), z.maximum(100))),
  /** Kilometers per hour. */
  wind: z.nullable(z.int().check(z.minimum(10), z.maximum(120))),
  /** Degrees Celsius, or below. */
  cold: z.nullable(z.int().check(z.minimum(-30), z.maximum(25))),
})
export type WeatherLimits = z.output<typeof weatherLimits>

/** Returns the worst value of each kind that crosses its limit in these hours; undefined if none does. */
export function findExceededLimits(
  hours: readonly Pick<Weather, 'precipProbability' | 'windSpeed' | 'temperature'>[],
  limits: WeatherLimits,
): Partial<Record<keyof WeatherLimits, number>> | undefined {
  const rain = Math.round(Math.max(...hours.map((hour) => hour.precipProbability)))
  const wind = Math.round(Math.max(...hours.map((hour) => hour.windSpeed ?? 0)))
  const cold = Math.round(Math.min(...hours.map((hour) => hour.temperature)))
  const limitsExceeded = {
    ...(limits.rain !== null && rain >= limits.rain && { rain }),
    ...(limits.wind !== null && wind >= limits.wind && { wind }),
    ...(limits.cold !== null && cold <= limits.cold && { cold }),
  }
  return hours.length > 0 && Object.keys(limitsExceeded).length > 0 ? limitsExceeded : undefined
}

export const readWeatherWatch = endpoint({
  method: 'GET',
  path: '/api/groups/{id}/weather-watch',
  summary:
    'The weather limits of a group: beyond them, players are asked whether they still want to play',
  params: idParams,
  answer: weatherLimits,
})

export const setWeatherWatch = endpoint({
  method: 'PUT',
  path: '/api/groups/{id}/weather-watch',
  summary: 'Set all weather limits; null turns one off',
  params: idParams,
  body: weatherLimits,
  answer: weatherLimits,
})
