import { expect, test } from 'vitest'
import { describeUntil } from './describe-until.ts'

const NOW = new Date('2026-05-29T12:00:00Z')

test("shows the end in the group's time zone, with the day when it differs", () => {
  expect(describeUntil('2026-05-29T20:30:00.000Z', 'America/Edmonton', NOW)).toBe('2:30 PM')
  expect(describeUntil('2026-05-30T06:00:00.000Z', 'America/Edmonton', NOW)).toBe(
    'Sat, May 30, 12:00 AM',
  )
})

test("uses the phone's time zone when the group's is unknown", () => {
  expect(describeUntil('2026-05-29T12:15:00.000Z', undefined, NOW)).toBe('6:00 PM')
})
