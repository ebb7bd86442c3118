import type { Weather } from '../../../contract/weather.ts'

/** A place that matched a search by name. */
export interface Place {
  readonly name: string
  /** Degrees, WGS 84. */
  readonly latitude: number
  readonly longitude: number
  /** The areas it lies in, as far as the provider knows: 'Alberta', 'Calgary County' … */
  readonly areas: readonly string[]
  readonly country?: string
  /** ISO 3166-1 alpha-2. */
  readonly countryCode?: string
  /** IANA name. */
  readonly timeZone?: string
}

/** The weather of one hour, in local time at the place. */
export interface HourForecast extends Weather {
  /** 0 to 23. */
  readonly hour: number
}

/** A weather provider. Both calls end within a few seconds, whatever the provider does. */
export interface Forecasts {
  /**
   * Finds places whose name equals or starts with `name`, best known first; may find none.
   * Knows towns, districts and parks, not golf courses. Takes the bare name, without a region.
   * @throws ForecastsUnavailable
   */
  search(name: string): Promise<readonly Place[]>

  /**
   * Returns the forecast hours of `date` (`YYYY-MM-DD`, local to the place) in order, at least one.
   * @throws ForecastsUnavailable, also for a date that is not covered
   */
  hours(at: Coordinates, date: string): Promise<readonly HourForecast[]>
}

export type Coordinates = Pick<Place, 'latitude' | 'longitude'>

/**
 * - `timeout`: no complete response in time
 * - `unreachable`: no connection, or it broke
 * - `failing`: the provider reports a failure (5xx), or too many requests (429)
 * - `refused`: the provider rejects the request (other 4xx), so retrying is useless
 * - `malformed`: the response does not match the documentation
 * - `paused`: not requested, since the provider failed repeatedly just now or too many requests are queued
 */
export type UnavailableReason =
  | 'timeout'
  | 'unreachable'
  | 'failing'
  | 'refused'
  | 'malformed'
  | 'paused'

/** The provider gave no forecast. The message is for the log and never contains the API key. */
export class ForecastsUnavailable extends Error {
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
