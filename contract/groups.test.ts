import { expect, test } from 'vitest'
import { isUnpaid } from './groups.ts'

test.each([
  ['without an expiry date', null, false, false],
  ['a millisecond before its expiry', '2026-06-01T00:00:00.001Z', false, false],
  ['at its expiry', '2026-06-01T00:00:00Z', false, true],
  ['with a renewal almost a week late', '2026-05-25T00:00:00.001Z', true, false],
  ['with a renewal a full week late', '2026-05-25T00:00:00Z', true, true],
])('decides whether a group is unpaid: %s', (_what, expiryDate, renews, expected) => {
  const now = new Date('2026-06-01T00:00:00Z')
  expect(isUnpaid({ expiryDate, renews }, now)).toBe(expected)
})
