import * as z from 'zod/mini'

export const units = z.enum(['metric', 'imperial'])
export type Units = z.output<typeof units>

const KM_PER_MILE = 1.609344

export const TEMPERATURE_UNIT = { metric: 'C', imperial: 'F' } as const
export const WIND_UNIT = { metric: 'km/h', imperial: 'mph' } as const

export function temperatureIn(units: Units, celsius: number): number {
  return Math.round(units === 'imperial' ? celsius * 1.8 + 32 : celsius)
}

export function describeTemperature(units: Units, celsius: number): string {
  return `${temperatureIn(units, celsius)}°${TEMPERATURE_UNIT[units]}`
}

export function windIn(units: Units, kmh: number): number {
  return Math.round(units === 'imperial' ? kmh / KM_PER_MILE : kmh)
}

export function describeWind(units: Units, kmh: number): string {
  return `${windIn(units, kmh)} ${WIND_UNIT[units]}`
}
