import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'
import type { Weather } from './weather.ts'

/** On the day before, by the group's clock; a forecast that cannot be read is asked for again until then. */
export const WATCH_AT = '18:00'
export const WATCH_UNTIL = '20:00'
/** What of a day counts: the hours of a round, that of tee-off first. */
export const WATCHED_HOURS = 5

/** From when on the players of a group are asked; null for what does not matter to it. */
export const weatherLimits = z.object({
  /** Percent. */
  rain: z.nullable(z.int().check(z.minimum(10), z.maximum(100))),
  /** Kilometres an hour. */
  wind: z.nullable(z.int().check(z.minimum(10), z.maximum(120))),
  /** Degrees Celsius, and below. */
  cold: z.nullable(z.int().check(z.minimum(-30), z.maximum(25))),
})
export type WeatherLimits = z.output<typeof weatherLimits>

/** The worst of some hours, of what crosses a limit; undefined when nothing does. */
export function crossed(
  hours: readonly Pick<Weather, 'precipProbability' | 'windSpeed' | 'temperature'>[],
  limits: WeatherLimits,
): Partial<Record<keyof WeatherLimits, number>> | undefined {
  const rain = Math.round(Math.max(...hours.map((hour) => hour.precipProbability)))
  const wind = Math.round(Math.max(...hours.map((hour) => hour.windSpeed ?? 0)))
  const cold = Math.round(Math.min(...hours.map((hour) => hour.temperature)))
  const over = {
    ...(limits.rain !== null && rain >= limits.rain && { rain }),
    ...(limits.wind !== null && wind >= limits.wind && { wind }),
    ...(limits.cold !== null && cold <= limits.cold && { cold }),
  }
  return hours.length > 0 && Object.keys(over).length > 0 ? over : undefined
}

export const readWeatherWatch = endpoint({
  method: 'GET',
  path: '/api/groups/{id}/weather-watch',
  summary: 'From which weather on the players of a group are asked whether they are still in',
  params: idParams,
  answer: weatherLimits,
})

export const setWeatherWatch = endpoint({
  method: 'PUT',
  path: '/api/groups/{id}/weather-watch',
  summary: 'Set all of these limits; null switches one off',
  params: idParams,
  body: weatherLimits,
  answer: weatherLimits,
})
