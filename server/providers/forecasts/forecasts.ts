import * as z from 'zod/mini'
import { weather } from '../../../contract/weather.ts'
import type { openMeteo } from './open-meteo.ts'

export const place = z.object({
  name: z.string(),
  /** In degrees (WGS 84). */
  latitude: z.number(),
  longitude: z.number(),
  /** The areas that contain the place, largest first: 'Alberta', 'Calgary County' … Can be empty. */
  areas: z.array(z.string()),
  country: z.exactOptional(z.string()),
  countryCode: z.exactOptional(z.string()),
  timeZone: z.exactOptional(z.string()),
})
export type Place = Readonly<z.output<typeof place>>

export const hourForecast = z.extend(weather, {
  /** Hour of the day in local time at the place, 0 to 23. */
  hour: z.int(),
})
export type HourForecast = Readonly<z.output<typeof hourForecast>>

export type ForecastProvider = ReturnType<typeof openMeteo>

export type Coordinates = Pick<Place, 'latitude' | 'longitude'>

export type UnavailableReason =
  | 'timeout' // no complete response in time
  | 'unreachable' // no connection, or the connection broke
  | 'failing' // the provider reports a failure (5xx) or too many requests (429)
  | 'refused' // the provider rejects the request (other 4xx), so retrying is useless
  | 'malformed' // the response does not match the provider's documentation
  | 'paused' // the provider failed repeatedly, or too many requests are waiting

/** Thrown when a call to the provider fails. The message is for the log and never contains the API key. */
export class ForecastsUnavailable extends Error {
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
