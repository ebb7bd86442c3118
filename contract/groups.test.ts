import { expect, test } from 'vitest'
import { isSubscribed } from './groups.ts'

test.each([
  ['without an expiry date', null, false, true],
  ['a millisecond before its expiry', '2026-06-01T00:00:00.001Z', false, true],
  ['at its expiry', '2026-06-01T00:00:00Z', false, false],
  ['with a renewal almost a week late', '2026-05-25T00:00:00.001Z', true, true],
  ['with a renewal a full week late', '2026-05-25T00:00:00Z', true, false],
])('decides whether a group is subscribed: %s', (_what, expiryDate, renews, isExpected) => {
  const now = new Date('2026-06-01T00:00:00Z')
  expect(isSubscribed({ expiryDate, renews }, now)).toBe(isExpected)
})
