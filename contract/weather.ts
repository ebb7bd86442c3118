import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { line, localDate, localTime, urlId } from './fields.ts'
import { DEFAULT_LOCATION, MAX_COURSE_LENGTH } from './limits.ts'

const CONDITIONS = [
  'Sunny',
  'Partly Cloudy',
  'Overcast',
  'Fog',
  'Light Rain',
  'Rain',
  'Snow',
  'Thunderstorm',
] as const

export const weather = z.object({
  condition: z.enum(CONDITIONS),
  /** Degrees Celsius. */
  temperature: z.number(),
  /** Kilometers per hour. */
  windSpeed: z.nullable(z.number()),
  /** Where the wind comes from, as a compass point: 'NW'. */
  windDirection: z.nullable(z.string()),
  /** Percent. */
  precipProbability: z.number(),
})
export type Weather = z.output<typeof weather>

export const readWeather = endpoint({
  method: 'GET',
  path: '/api/weather',
  summary: 'The forecast for a course, from the hour of `time` if given',
  query: z.object({
    date: localDate,
    /** Local to the course; midday when left out. */
    time: z.optional(localTime),
    /** A course or a town; a region after a comma tells it apart from others of that name: 'Canmore, AB'. */
    location: z._default(line(MAX_COURSE_LENGTH), DEFAULT_LOCATION),
    /** The group whose home place is used when a course cannot be found. */
    groupId: z.optional(urlId),
  }),
  answer: weather,
})

/** The local date from which the forecast is available, in a 404 `TOO_EARLY`. */
export const tooSoonForForecast = z.object({ opensOn: localDate })

/** How long a round takes, in hours. */
export const ROUND_HOURS = 4.5
/** Wherever golf is played, a round that starts before this time ends before sunset. */
const NEVER_LATE_BEFORE = '10:00'

/** Returns whether a round that starts then could last beyond sunset, and so is worth a request. */
export function couldBeDark(time: string): boolean {
  return time >= NEVER_LATE_BEFORE
}

export const readDaylight = endpoint({
  method: 'GET',
  path: '/api/daylight',
  summary:
    "The sunset in the group's time zone, if a round at a course will probably not end before it",
  query: z.object({
    date: localDate,
    /** Tee-off, local to the group. */
    time: localTime,
    location: line(MAX_COURSE_LENGTH),
    groupId: urlId,
  }),
  /** Null when the round ends in daylight or the course's location is unknown. */
  answer: z.object({ sunset: z.nullable(localTime) }),
})
