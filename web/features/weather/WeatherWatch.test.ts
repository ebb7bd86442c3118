import { expect, test } from 'vitest'
import { windIn } from '../../../contract/units.ts'
import { choicesOf, describeLimits, limitsForm, toForm } from './WeatherWatch.tsx'

const NO_LIMITS = { rain: null, wind: null, cold: null }

test.each([
  [NO_LIMITS, 'Off'],
  [{ rain: 60, wind: null, cold: 0 }, 'rain 60%, 0°C'],
  [{ rain: 60, wind: 40, cold: -5 }, 'rain 60%, wind 40 km/h, -5°C'],
])('shows %j as %s and returns it unchanged from the form', (limits, words) => {
  expect(describeLimits(limits, 'metric')).toBe(words)
  expect(limitsForm.parse(toForm(limits))).toEqual(limits)
})

test('adds the current limit to the choices, in order', () => {
  expect(choicesOf('rain', 45, 'metric')).toEqual([30, 40, 45, 50, 60, 70, 80, 90])
  expect(choicesOf('cold', 3, 'metric')).toEqual([15, 10, 5, 3, 0, -5, -10])
  expect(choicesOf('wind', null, 'metric')).toEqual([20, 30, 40, 50, 60, 80])
})

test('shows the limits in miles per hour and Fahrenheit', () => {
  expect(describeLimits({ rain: 60, wind: 40, cold: 0 }, 'imperial')).toBe(
    'rain 60%, wind 25 mph, 32°F',
  )
  expect(choicesOf('wind', null, 'imperial').map((kmh) => windIn('imperial', kmh))).toEqual([
    15, 20, 25, 30, 40, 50,
  ])
})
