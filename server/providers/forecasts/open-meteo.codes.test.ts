import { expect, test } from 'vitest'
import { compassPoint, conditionOf } from './open-meteo.ts'

test.each([
  [0, 'Sunny'],
  [2, 'Partly Cloudy'],
  [3, 'Overcast'],
  [48, 'Fog'],
  [51, 'Light Rain'],
  [61, 'Light Rain'],
  [63, 'Rain'],
  [75, 'Snow'],
  [82, 'Rain'],
  [86, 'Snow'],
  [99, 'Thunderstorm'],
  [4, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
])('maps weather code %d to %s', (code, condition) => {
  expect(conditionOf(code)).toBe(condition)
})

test.each([
  [0, 'N'],
  [22, 'N'],
  [23, 'NE'],
  [90, 'E'],
  [180, 'S'],
  [270, 'W'],
  [315, 'NW'],
  [337, 'NW'],
  [338, 'N'],
  [360, 'N'],
  [-45, 'NW'],
])('maps %d degrees to %s', (degrees, point) => {
  expect(compassPoint(degrees)).toBe(point)
})
