import * as z from 'zod/mini'
import type { Weather } from '../../../contract/weather.ts'
import {
  type Coordinates,
  ForecastsUnavailable,
  type HourForecast,
  type Place,
} from './forecasts.ts'
import { createGuardedFetch, REQUEST_LIMITS, type RequestLimits } from './guarded-fetch.ts'

interface OpenMeteoOptions {
  /** By default, Open-Meteo's public host, or its host for customers if there is a key. */
  readonly forecastBase?: string | undefined
  readonly geocodingBase?: string | undefined
  /** Required for commercial use: https://open-meteo.com/en/pricing. */
  readonly apiKey?: string | undefined
  readonly limits?: Partial<RequestLimits>
  readonly onPause?: (host: string, cause: string) => void
}

/** How many search results to request. There are many Springfields, and the right one must be among them. */
const SEARCH_RESULTS = 50

const optionalString = z.optional(z.string())
/** Source: https://open-meteo.com/en/docs/geocoding-api. Open-Meteo leaves out empty fields. */
const place = z.object({
  name: z.string(),
  latitude: z.number().check(z.minimum(-90), z.maximum(90)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
  feature_code: optionalString,
  country_code: optionalString,
  country: optionalString,
  timezone: optionalString,
  admin1: optionalString,
  admin2: optionalString,
  admin3: optionalString,
  admin4: optionalString,
})
const searchAnswer = z.object({
  error: z.optional(z.literal(false)),
  results: z.optional(z.array(place)),
})

const series = z.array(z.nullable(z.number()))

const forecastAnswer = z.object({
  hourly: z.object({
    time: z.array(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/))),
    temperature_2m: series,
    precipitation_probability: series,
    weather_code: series,
    wind_speed_10m: z.optional(series),
    wind_direction_10m: z.optional(series),
  }),
})
const HOURLY_VARIABLES = Object.keys(forecastAnswer.shape.hourly.shape).filter(
  (name) => name !== 'time',
)

/**
 * Places that can have a golf course: towns, parks, islands, valleys, but not summits and airports, where the
 * weather may differ from that of a nearby course. https://www.geonames.org/export/codes.html
 */
const GOLF_PLACE_CODE = /^(PPL|PRK|AMUS|ISL|VAL|CAPE|UPLD)/

/** Create one per process, so that all requests share its limits. A call takes a few seconds at most. */
export function openMeteo(options: OpenMeteoOptions) {
  const prefix = options.apiKey === undefined ? '' : 'customer-'
  const forecastBase = options.forecastBase ?? `https://${prefix}api.open-meteo.com`
  const geocodingBase = options.geocodingBase ?? `https://${prefix}geocoding-api.open-meteo.com`

  // Each host has its own breaker: a geocoding outage must not stop forecasts for known places.
  function createFetcher(provider: 'forecasts' | 'places', base: string, path: string) {
    const address = `${base.replace(/\/+$/, '')}${path}`
    const limits = { ...REQUEST_LIMITS, ...options.limits }
    const onPause = (cause: string) => options.onPause?.(new URL(base).host, cause)
    const fetchJson = createGuardedFetch(provider, limits, onPause)
    return <T>(query: Record<string, string>, parse: (answer: unknown) => T): Promise<T> => {
      const url = new URL(address)
      url.search = new URLSearchParams(query).toString()
      if (options.apiKey !== undefined) url.searchParams.set('apikey', options.apiKey)
      return fetchJson(url, parse)
    }
  }
  const fetchPlaces = createFetcher('places', geocodingBase, '/v1/search')
  const fetchForecast = createFetcher('forecasts', forecastBase, '/v1/forecast')

  return {
    /** Finds places whose name starts with `name`, best known first. @throws ForecastsUnavailable */
    search(name: string) {
      const query = { name, count: String(SEARCH_RESULTS), language: 'en', format: 'json' }
      return fetchPlaces(query, placesIn)
    },
    /** Returns a date's hours at the place, in order. There is at least one. @throws ForecastsUnavailable */
    hours({ latitude, longitude }: Coordinates, date: string) {
      const query = {
        latitude: String(latitude),
        longitude: String(longitude),
        hourly: HOURLY_VARIABLES.join(','),
        timezone: 'auto',
        start_date: date,
        end_date: date,
      }
      return fetchForecast(query, (answer) => hoursIn(answer, date))
    },
  }
}

function placesIn(answer: unknown): Place[] {
  const { results = [] } = parse(searchAnswer, answer, 'places')
  return results
    .filter(({ feature_code }) => feature_code === undefined || GOLF_PLACE_CODE.test(feature_code))
    .map((found) => ({
      name: found.name,
      latitude: found.latitude,
      longitude: found.longitude,
      areas: [found.admin1, found.admin2, found.admin3, found.admin4].flatMap((area) => area || []),
      ...(found.country && { country: found.country }),
      ...(found.country_code && { countryCode: found.country_code }),
      ...(found.timezone && { timeZone: found.timezone }),
    }))
}

function hoursIn(answer: unknown, date: string): HourForecast[] {
  const { hourly } = parse(forecastAnswer, answer, 'a forecast')
  const hours = hourly.time.flatMap((time, row) => {
    if (!time.startsWith(date)) return []
    const temperature = hourly.temperature_2m[row]
    const precipProbability = hourly.precipitation_probability[row]
    const condition = conditionOf(hourly.weather_code[row] ?? Number.NaN)
    // The weather models cover different time ranges, so near the end of the 16 days some hours lack a value.
    if (temperature == null || precipProbability == null || condition === undefined) return []
    const windFrom = hourly.wind_direction_10m?.[row]
    return {
      hour: Number(time.slice(11, 13)),
      condition,
      temperature,
      precipProbability,
      windSpeed: hourly.wind_speed_10m?.[row] ?? null,
      windDirection: windFrom == null ? null : compassPoint(windFrom),
    }
  })
  if (hours.length === 0) {
    throw new ForecastsUnavailable('malformed', `Open-Meteo returned no hours for ${date}`)
  }
  return hours
}

function parse<S extends z.ZodMiniType>(schema: S, answer: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') ?? ''
  const message = `Open-Meteo did not return ${what}: unexpected '${where}'`
  throw new ForecastsUnavailable('malformed', message)
}

/** Source: https://open-meteo.com/en/docs, "WMO Weather interpretation codes (WW)". */
const CONDITION_CODES: readonly (readonly [Weather['condition'], codes: readonly number[]])[] = [
  ['Sunny', [0, 1]],
  ['Partly Cloudy', [2]],
  ['Overcast', [3]],
  ['Fog', [45, 48]],
  // Includes drizzle. Freezing rain counts as rain, because the app also shows the temperature.
  ['Light Rain', [51, 53, 55, 56, 57, 61, 66, 80]],
  ['Rain', [63, 65, 67, 81, 82]],
  ['Snow', [71, 73, 75, 77, 85, 86]],
  ['Thunderstorm', [95, 96, 99]],
]

export function conditionOf(code: number): Weather['condition'] | undefined {
  return CONDITION_CODES.find(([, codes]) => codes.includes(code))?.[0]
}

const COMPASS_POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

/** Expects degrees clockwise from north. Returns one of eight compass points. */
export function compassPoint(degrees: number): string {
  return COMPASS_POINTS.at(Math.round(degrees / 45) % COMPASS_POINTS.length) ?? 'N'
}
