import { expect, test } from 'vitest'
import { subscriptionStateOf } from './billing.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const AHEAD = '2026-06-01T12:00:01Z'
const OVER = '2026-06-01T12:00:00Z'
const GRACE_OVER = '2026-05-25T12:00:00Z'

test.each([
  [null, null, false, 'free'],
  [null, 'active', true, 'active'],
  [AHEAD, null, false, 'trial'],
  [AHEAD, 'expired', false, 'trial'],
  [AHEAD, 'active', true, 'active'],
  [AHEAD, 'active', false, 'active'],
  [OVER, 'active', true, 'active'],
  [OVER, 'active', false, 'ended'],
  [OVER, 'past_due', true, 'past-due'],
  [OVER, 'past_due', false, 'ended'],
  [OVER, null, false, 'ended'],
  [OVER, 'expired', false, 'ended'],
  [GRACE_OVER, 'active', true, 'ended'],
  [GRACE_OVER, 'past_due', true, 'ended'],
] as const)('until %s, %s, renews %s: %s', (expiryDate, subscriptionStatus, renews, state) => {
  expect(subscriptionStateOf({ expiryDate, subscriptionStatus, renews }, NOW)).toBe(state)
})
