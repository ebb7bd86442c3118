import { expect, test } from 'vitest'
import { steppedTime } from './TimePicker.tsx'

test.each([
  ['08:12', 1, '08:20'],
  ['08:12', -1, '08:10'],
  ['08:20', 1, '08:30'],
  ['08:20', -1, '08:10'],
  ['23:55', 1, '00:00'],
  ['00:00', -1, '23:50'],
] as const)('moves %s by %i to full ten minutes', (time, by, moved) => {
  expect(steppedTime(time, by, 10)).toBe(moved)
})
