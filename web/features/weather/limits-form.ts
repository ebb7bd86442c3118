import * as z from 'zod/mini'
import type { WeatherLimits } from '../../../contract/weather-watch.ts'

/** The choices for each limit: chance of rain in %, wind in km/h, cold in degrees Celsius. */
const CHOICES = {
  rain: [30, 40, 50, 60, 70, 80, 90],
  wind: [20, 30, 40, 50, 60, 80],
  cold: [15, 10, 5, 0, -5, -10],
} as const satisfies Record<keyof WeatherLimits, readonly number[]>

export const limitsForm = z.object({ rain: z.string(), wind: z.string(), cold: z.string() })
export type LimitsForm = z.output<typeof limitsForm>

const OFF = 'off'

export function asForm({ rain, wind, cold }: WeatherLimits): LimitsForm {
  const shown = (limit: number | null) => (limit === null ? OFF : String(limit))
  return { rain: shown(rain), wind: shown(wind), cold: shown(cold) }
}

export function asLimits({ rain, wind, cold }: LimitsForm): WeatherLimits {
  const meant = (typed: string) => (typed === OFF ? null : Number(typed))
  return { rain: meant(rain), wind: meant(wind), cold: meant(cold) }
}

/** Returns the sorted choices for a limit, including the current value if it isn't a standard one. */
export function choicesOf(limit: keyof WeatherLimits, set: number | null): number[] {
  const known: readonly number[] = CHOICES[limit]
  const all = set === null || known.includes(set) ? [...known] : [...known, set]
  return all.sort((one, other) => (limit === 'cold' ? other - one : one - other))
}

/** Describes the limits: 'Off', or 'rain 60 %, wind 40 km/h'. */
export function describeLimits({ rain, wind, cold }: WeatherLimits): string {
  const set = [
    ...(rain === null ? [] : [`rain ${rain} %`]),
    ...(wind === null ? [] : [`wind ${wind} km/h`]),
    ...(cold === null ? [] : [`${cold} °C`]),
  ]
  return set.length === 0 ? 'Off' : set.join(', ')
}
