import { Temporal } from 'temporal-polyfill'
import { searchGazetteer } from './gazetteer.ts'

export interface Answer {
  status: number
  body: unknown
}

export function refusal(reason: string) {
  return { error: true, reason }
}

/** Source: https://open-meteo.com/en/docs/geocoding-api. */
export function answerSearch(query: URLSearchParams): Answer {
  const count = Number(query.get('count') ?? 10)
  if (!(count >= 1 && count <= 100)) {
    return { status: 400, body: refusal('Parameter count must be between 1 and 100.') }
  }
  const results = searchGazetteer(query.get('name') ?? '', count)
  // Without results, Open-Meteo leaves out the field.
  return {
    status: 200,
    body: { ...(results.length > 0 && { results }), generationtime_ms: 0.52 },
  }
}

const HOURLY_UNITS: Record<string, string> = {
  temperature_2m: '°C',
  precipitation_probability: '%',
  weather_code: 'wmo code',
  wind_speed_10m: 'km/h',
  wind_direction_10m: '°',
}

/**
 * Responds with made-up weather in the format of https://open-meteo.com/en/docs.
 * @param today the first of the sixteen forecast days, `YYYY-MM-DD`
 */
export function answerForecast(query: URLSearchParams, today: string): Answer {
  const latitude = Number(query.get('latitude') ?? Number.NaN)
  const longitude = Number(query.get('longitude') ?? Number.NaN)
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
    const reason = 'Latitude must be in range of -90 to 90°. Given: nan.'
    return { status: 400, body: refusal(reason) }
  }
  const start = query.get('start_date') ?? today
  const end = query.get('end_date') ?? start
  const firstDate = Temporal.PlainDate.from(today).subtract({ days: 92 }).toString()
  const lastDate = Temporal.PlainDate.from(today).add({ days: 15 }).toString()
  for (const [name, date] of [
    ['start_date', start],
    ['end_date', end],
  ]) {
    if (date === undefined || date < firstDate || date > lastDate) {
      const reason = `Parameter '${name}' is out of allowed range from ${firstDate} to ${lastDate}`
      return { status: 400, body: refusal(reason) }
    }
  }
  const names = (query.get('hourly') ?? '').split(',').filter((name) => name !== '')
  const unknownName = names.find((name) => HOURLY_UNITS[name] === undefined)
  if (unknownName !== undefined) {
    const reason = `Cannot initialize SurfacePressureAndHeightVariable from invalid String value ${unknownName}.`
    return { status: 400, body: refusal(reason) }
  }
  const hours = hoursBetween(start, end)
  const rows = hours.map(([date, hour]) => inventWeather(latitude, date, hour))
  return {
    status: 200,
    body: {
      latitude,
      longitude,
      generationtime_ms: 0.08,
      utc_offset_seconds: -21_600,
      timezone: 'America/Edmonton',
      timezone_abbreviation: 'GMT-6',
      elevation: 1045,
      hourly_units: {
        time: 'iso8601',
        ...Object.fromEntries(names.map((name) => [name, HOURLY_UNITS[name]])),
      },
      hourly: {
        time: hours.map(([date, hour]) => `${date}T${String(hour).padStart(2, '0')}:00`),
        ...Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])),
      },
    },
  }
}

function hoursBetween(start: string, end: string): [date: string, hour: number][] {
  const hours: [string, number][] = []
  let date = Temporal.PlainDate.from(start)
  while (Temporal.PlainDate.compare(date, end) <= 0) {
    for (let hour = 0; hour < 24; hour++) hours.push([date.toString(), hour])
    date = date.add({ days: 1 })
  }
  return hours
}

const WEATHER_CODES = [0, 1, 2, 2, 3, 0, 61, 1, 2, 63, 0, 80, 1, 3, 95, 2]

/**
 * The weather depends only on the latitude, date and hour. It is warmest at 15:00, and differs between the
 * hours of a morning.
 */
export function inventWeather(
  latitude: number,
  date: string,
  hour: number,
): Record<string, number> {
  const { dayOfYear, day } = Temporal.PlainDate.from(date)
  const seed = Math.abs(Math.round(latitude * 100)) + dayOfYear * 7
  const season = Math.cos(((dayOfYear - 200) / 365) * 2 * Math.PI) * Math.sign(latitude || 1)
  const timeOfDay = Math.cos(((hour - 15) / 24) * 2 * Math.PI)
  const code = WEATHER_CODES[(seed + Math.floor(hour / 6)) % WEATHER_CODES.length] ?? 0
  const isWet = code >= 51
  return {
    temperature_2m: round(12 + season * 10 + timeOfDay * 6 + (day % 5) - Math.abs(latitude) / 20),
    precipitation_probability: isWet ? 55 + (seed % 40) : (seed + hour) % 20,
    weather_code: code,
    wind_speed_10m: round(6 + (seed % 18) + timeOfDay * 4),
    wind_direction_10m: (seed * 13 + hour * 5) % 360,
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
