import { expect, test } from 'vitest'
import { steppedTime } from './TimePicker.tsx'

test.each([
  ['08:12', 'later', '08:20'],
  ['08:12', 'earlier', '08:10'],
  ['08:20', 'later', '08:30'],
  ['08:20', 'earlier', '08:10'],
  ['23:55', 'later', '00:00'],
  ['00:00', 'earlier', '23:50'],
] as const)('moves %s to the next full ten minutes %s', (time, direction, moved) => {
  expect(steppedTime(time, direction, 10)).toBe(moved)
})
