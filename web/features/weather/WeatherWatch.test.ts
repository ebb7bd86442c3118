import { expect, test } from 'vitest'
import { asForm, asLimits, choicesOf, describeLimits } from './WeatherWatch.tsx'

const OFF = { rain: null, wind: null, cold: null }

test.each([
  [OFF, 'Off'],
  [{ rain: 60, wind: null, cold: 0 }, 'rain 60 %, 0 °C'],
  [{ rain: 60, wind: 40, cold: -5 }, 'rain 60 %, wind 40 km/h, -5 °C'],
])('shows %j as %s and returns it unchanged from the form', (limits, words) => {
  expect(describeLimits(limits)).toBe(words)
  expect(asLimits(asForm(limits))).toEqual(limits)
})

test('keeps the set limit among the choices, in order', () => {
  expect(choicesOf('rain', 45)).toEqual([30, 40, 45, 50, 60, 70, 80, 90])
  expect(choicesOf('cold', 3)).toEqual([15, 10, 5, 3, 0, -5, -10])
  expect(choicesOf('wind', null)).toEqual([20, 30, 40, 50, 60, 80])
})
