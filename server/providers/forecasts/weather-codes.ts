import type { Weather } from '../../../contract/weather.ts'

/**
 * Open-Meteo's `weather_code`: the WMO code 4677 ("present weather"), of which it uses these.
 * Source: https://open-meteo.com/en/docs, "WMO Weather interpretation codes (WW)".
 * Drizzle and light rain are 'Light Rain', freezing or not: the temperature next to it shows that.
 */
const CONDITION_OF_CODE: Readonly<Record<number, Weather['condition']>> = {
  0: 'Sunny', // clear sky
  1: 'Sunny', // mainly clear
  2: 'Partly Cloudy',
  3: 'Overcast',
  45: 'Fog',
  48: 'Fog', // depositing rime fog
  51: 'Light Rain', // drizzle: light
  53: 'Light Rain', // drizzle: moderate
  55: 'Light Rain', // drizzle: dense
  56: 'Light Rain', // freezing drizzle: light
  57: 'Light Rain', // freezing drizzle: dense
  61: 'Light Rain', // rain: slight
  63: 'Rain', // rain: moderate
  65: 'Rain', // rain: heavy
  66: 'Light Rain', // freezing rain: light
  67: 'Rain', // freezing rain: heavy
  71: 'Snow', // snow fall: slight
  73: 'Snow', // snow fall: moderate
  75: 'Snow', // snow fall: heavy
  77: 'Snow', // snow grains
  80: 'Light Rain', // rain showers: slight
  81: 'Rain', // rain showers: moderate
  82: 'Rain', // rain showers: violent
  85: 'Snow', // snow showers: slight
  86: 'Snow', // snow showers: heavy
  95: 'Thunderstorm', // slight or moderate
  96: 'Thunderstorm', // with slight hail
  99: 'Thunderstorm', // with heavy hail
}

/** @returns undefined for a code that Open-Meteo does not document, rather than a wrong guess */
export function conditionOf(code: number): Weather['condition'] | undefined {
  return CONDITION_OF_CODE[code]
}

const POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

/**
 * Returns where the wind comes from, as one of eight points: a forecast is no more precise.
 * @param degrees clockwise from north
 */
export function compassPoint(degrees: number): string {
  const turn = ((degrees % 360) + 360) % 360
  return POINTS[Math.round(turn / 45) % POINTS.length] ?? 'N'
}
