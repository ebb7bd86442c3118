import { expect, test } from 'vitest'
import { temperatureIn, windIn } from './units.ts'

test.each([
  [0, 0, 32],
  [-17.7, -18, 0],
  [21.5, 22, 71],
  [-40, -40, -40],
])('writes %d °C as %d °C or %d °F', (celsius, metric, imperial) => {
  expect(temperatureIn('metric', celsius)).toBe(metric)
  expect(temperatureIn('imperial', celsius)).toBe(imperial)
})

test.each([
  [0, 0, 0],
  [24, 24, 15],
  [40.4, 40, 25],
  [80, 80, 50],
])('writes %d km/h as %d km/h or %d mph', (kmh, metric, imperial) => {
  expect(windIn('metric', kmh)).toBe(metric)
  expect(windIn('imperial', kmh)).toBe(imperial)
})
