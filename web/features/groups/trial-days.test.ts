import { expect, test } from 'vitest'
import { trialDays } from './trial-days.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const left = (expiryDate: string | null, subscriptionStatus: string | null = null) =>
  trialDays({ expiryDate, subscriptionStatus }, NOW)

test.each([
  ['2026-07-01T12:00:00Z', 30],
  ['2026-06-08T12:00:01Z', 8],
  ['2026-06-08T12:00:00Z', 7],
  ['2026-06-01T12:00:01Z', 1],
  ['2026-06-01T12:00:00Z', 0],
  ['2026-06-01T11:59:59Z', 0],
  ['2026-05-31T12:00:01Z', 0],
  ['2026-05-31T12:00:00Z', null],
  ['2020-01-01T00:00:00Z', null],
])('for an end at %s shows %s days', (expiry, days) => {
  expect(left(expiry)).toBe(days)
})

test('shows nothing without an end or once paid', () => {
  expect(left(null)).toBeNull()
  expect(left('2026-06-08T12:00:00Z', 'active')).toBeNull()
  expect(left('2026-06-08T12:00:00Z', 'canceled')).toBe(7)
})

test('does not show an unpaid or ended subscription as a trial', () => {
  expect(left('2026-06-08T12:00:00Z', 'past_due')).toBeNull()
  expect(left('2026-06-01T11:59:59Z', 'past_due')).toBeNull()
  expect(left('2026-06-01T11:59:59Z', 'expired')).toBeNull()
  // A super admin extended it.
  expect(left('2026-06-08T12:00:00Z', 'expired')).toBe(7)
})
