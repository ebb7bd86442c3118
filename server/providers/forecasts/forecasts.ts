import type { Weather } from '../../../contract/weather.ts'

/** A place that the provider knows by a name like the one searched for. */
export interface Place {
  readonly name: string
  /** Degrees, WGS 84. */
  readonly latitude: number
  readonly longitude: number
  /** What lies around it, as far as the provider says: 'Alberta', 'Calgary County' … */
  readonly areas: readonly string[]
  readonly country?: string
  /** ISO 3166-1 alpha-2. */
  readonly countryCode?: string
  /** IANA name. */
  readonly timeZone?: string
}

/** The weather of one hour, by the wall clock at the place. */
export interface HourForecast extends Weather {
  /** 0 to 23. */
  readonly hour: number
}

/** Where weather comes from. Both calls end within a few seconds, whatever the provider does. */
export interface Forecasts {
  /**
   * Places whose name is or begins with `name`, the best known first; none is an answer too.
   * Knows towns, districts and parks, no golf courses, and wants the bare name, without a region.
   * @throws ForecastsUnavailable
   */
  search(name: string): Promise<readonly Place[]>

  /**
   * The hours of `date` (`YYYY-MM-DD`, local there) that are forecast, at least one, in order.
   * @throws ForecastsUnavailable, for a date that is not covered too
   */
  hours(at: Coordinates, date: string): Promise<readonly HourForecast[]>
}

export type Coordinates = Pick<Place, 'latitude' | 'longitude'>

/**
 * - `timeout`: no whole answer in time
 * - `unreachable`: no connection, or it broke
 * - `failing`: the provider says that it cannot (5xx, or 429: too many questions)
 * - `refused`: the provider says that the question is wrong (other 4xx): asking again is no use
 * - `malformed`: an answer that is not the documented one
 * - `paused`: not asked, since it failed again and again a moment ago, or too many wait already
 */
export type UnavailableReason =
  | 'timeout'
  | 'unreachable'
  | 'failing'
  | 'refused'
  | 'malformed'
  | 'paused'

/** The provider gave no forecast. The message is for the log: it never holds the API key. */
export class ForecastsUnavailable extends Error {
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
