import { expect, test } from 'vitest'
import { describePaid } from './describe-paid.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const AHEAD = '2026-07-01T12:00:00Z'
const OVER = '2026-05-31T12:00:00Z'

test.each([
  [AHEAD, null, false, undefined],
  [AHEAD, 'active', true, 'Paid'],
  [AHEAD, 'active', false, 'Paid, ends'],
  [OVER, 'active', true, 'Paid'],
  [OVER, 'active', false, undefined],
  [OVER, 'past_due', true, 'Past due'],
  [OVER, 'expired', false, undefined],
] as const)('until %s, %s, renews %s: %s', (expiryDate, subscriptionStatus, renews, words) => {
  expect(describePaid({ expiryDate, subscriptionStatus, renews }, NOW)?.words).toBe(words)
})
