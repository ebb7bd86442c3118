import type { Weather } from '../../../contract/weather.ts'
import type { openMeteo } from './open-meteo.ts'

export interface Place {
  readonly name: string
  /** In degrees (WGS 84). */
  readonly latitude: number
  readonly longitude: number
  /** The areas that contain the place, largest first: 'Alberta', 'Calgary County' … Can be empty. */
  readonly areas: readonly string[]
  readonly country?: string
  readonly countryCode?: string
  readonly timeZone?: string
}

export interface HourForecast extends Weather {
  /** Hour of the day in local time at the place, 0 to 23. */
  readonly hour: number
}

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
