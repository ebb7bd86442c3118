import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { line, localDate, localTime, urlId } from './fields.ts'
import { DEFAULT_LOCATION, MAX_COURSE_LENGTH } from './limits.ts'

export const weather = z.object({
  condition: z.enum([
    'Sunny',
    'Partly Cloudy',
    'Overcast',
    'Fog',
    'Light Rain',
    'Rain',
    'Snow',
    'Thunderstorm',
  ]),
  /** Degrees Celsius. */
  temperature: z.number(),
  /** Kilometers per hour. */
  windSpeed: z.nullable(z.number()),
  windDirection: z.nullable(z.string()),
  /** Percent. */
  precipProbability: z.number(),
})
export type Weather = z.output<typeof weather>

export const readWeather = endpoint('GET', '/api/weather', {
  summary: 'The forecast for a course, from the hour of `time` if given',
  query: z.object({
    date: localDate,
    /** Local to the course. If omitted, midday. */
    time: z.optional(localTime),
    /** A course or a town. May include a region: 'Canmore, AB'. */
    location: z._default(line(MAX_COURSE_LENGTH), DEFAULT_LOCATION),
    /** If the course cannot be found, the forecast is for the home place of this group. */
    groupId: z.optional(urlId),
  }),
  response: z.extend(weather, {
    /** If the course could not be found, the place that the forecast is for. */
    place: z.nullable(z.string()),
  }),
})
export type PlacedWeather = z.output<typeof readWeather.response>

export const ROUND_HOURS = 4.5
/** Wherever golf is played, a round that starts before this time ends before sunset. */
const EARLIEST_TEE_OFF_TO_CHECK = '10:00'

export function mightEndAfterSunset(time: string): boolean {
  return time >= EARLIEST_TEE_OFF_TO_CHECK
}

export const readSunset = endpoint('GET', '/api/daylight', {
  summary:
    "The sunset in the group's time zone, if a round at a course will probably not end before it",
  query: z.object({
    date: localDate,
    /** Tee-off, local to the group. */
    time: localTime,
    location: line(MAX_COURSE_LENGTH),
    groupId: urlId,
  }),
  /** Null if the round will probably end before sunset, or the course cannot be found. */
  response: z.object({ sunset: z.nullable(localTime) }),
})

/** Between these local times on the day before a round, the server tries to get a forecast. */
export const WATCH_AT = '18:00'
export const WATCH_UNTIL = '20:00'
/** The watch checks at most this many hours: from the hour of tee-off on, but not past midnight. */
export const WATCHED_HOURS = 5

/** In the units of {@link weather}. A limit that is null is off. */
const weatherLimits = z.object({
  rain: z.nullable(z.int().check(z.minimum(10), z.maximum(100))),
  wind: z.nullable(z.int().check(z.minimum(10), z.maximum(120))),
  /** Reached at or below this temperature. The rain and wind limits are reached at or above their values. */
  cold: z.nullable(z.int().check(z.minimum(-30), z.maximum(25))),
})
export type WeatherLimits = z.output<typeof weatherLimits>

/**
 * Returns the highest chance of rain, the strongest wind and the lowest temperature, each only if it reaches
 * its limit; undefined if none does.
 */
export function findReachedLimits(
  hours: readonly Pick<Weather, 'precipProbability' | 'windSpeed' | 'temperature'>[],
  limits: WeatherLimits,
): Partial<Record<keyof WeatherLimits, number>> | undefined {
  const rain = Math.round(Math.max(...hours.map((hour) => hour.precipProbability)))
  const wind = Math.round(Math.max(...hours.map((hour) => hour.windSpeed ?? 0)))
  const cold = Math.round(Math.min(...hours.map((hour) => hour.temperature)))
  const reached = {
    ...(limits.rain !== null && rain >= limits.rain && { rain }),
    ...(limits.wind !== null && wind >= limits.wind && { wind }),
    ...(limits.cold !== null && cold <= limits.cold && { cold }),
  }
  return Object.keys(reached).length > 0 ? reached : undefined
}

export const readWeatherWatch = endpoint('GET', '/api/groups/{id}/weather-watch', {
  summary:
    'The weather limits of a group: beyond them, players are asked whether they still want to play',
  response: weatherLimits,
})

export const setWeatherWatch = endpoint('PUT', '/api/groups/{id}/weather-watch', {
  summary: 'Set all weather limits; null turns one off',
  body: weatherLimits,
  response: weatherLimits,
})
