import { expect, test } from 'vitest'
import { describeExpiry, describePaidStatus } from './GroupStatus.tsx'

const NOW = new Date('2026-06-01T12:00:00Z')

test.each([
  [null, 'No Expiry', 'calm'],
  ['2026-05-31T12:00:00Z', 'Expired', 'red'],
  ['2026-06-01T12:00:00Z', 'Expired', 'red'],
  ['2026-06-01T12:00:01Z', '1 day left', 'red'],
  ['2026-06-08T12:00:00Z', '7 days left', 'red'],
  ['2026-06-08T12:00:01Z', '8 days left', 'orange'],
  ['2026-07-01T12:00:00Z', '30 days left', 'orange'],
  ['2026-07-01T12:00:01Z', '31 days left', 'calm'],
])('shows an expiry at %s as %s', (expiryDate, text, tone) => {
  const withoutSubscription = { expiryDate, subscriptionStatus: null, renews: false }
  expect(describeExpiry(withoutSubscription, NOW)).toEqual({ text, tone })
})

test.each([
  ['2026-05-31T12:00:00Z', 'active', 'Renewal due', 'orange'],
  ['2026-05-31T12:00:00Z', 'past_due', 'Renewal due', 'orange'],
  ['2026-05-25T12:00:00Z', 'active', 'Expired', 'red'],
] as const)(
  'shows a renewing group that expired at %s with status %s as %s',
  (expiryDate, subscriptionStatus, text, tone) => {
    const group = { expiryDate, subscriptionStatus, renews: true }
    expect(describeExpiry(group, NOW)).toEqual({ text, tone })
  },
)

const FUTURE_DATE = '2026-07-01T12:00:00Z'
const PAST_DATE = '2026-05-31T12:00:00Z'

test.each([
  [FUTURE_DATE, null, false, undefined],
  [FUTURE_DATE, 'active', true, 'Paid'],
  [FUTURE_DATE, 'active', false, 'Paid, not renewing'],
  [PAST_DATE, 'active', true, 'Paid'],
  [PAST_DATE, 'active', false, undefined],
  [PAST_DATE, 'past_due', true, 'Past due'],
  [PAST_DATE, 'expired', false, undefined],
] as const)(
  'describes expiry %s, status %s, renewal %s as %s',
  (expiryDate, subscriptionStatus, renews, words) => {
    expect(describePaidStatus({ expiryDate, subscriptionStatus, renews }, NOW)?.label).toBe(words)
  },
)
