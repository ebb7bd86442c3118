import { expect, test } from 'vitest'
import { describeFailedPayment, describePause, trialDays } from './SubscriptionNotices.tsx'

const NOW = new Date('2026-06-01T12:00:00Z')
const daysShown = (expiryDate: string | null, subscriptionStatus: string | null = null) =>
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
])('shows a trial that expires at %s with %s days left', (expiry, days) => {
  expect(daysShown(expiry)).toBe(days)
})

test('shows no days for a paid group or without an expiry date', () => {
  expect(daysShown(null)).toBeNull()
  expect(daysShown('2026-06-08T12:00:00Z', 'active')).toBeNull()
  expect(daysShown('2026-06-08T12:00:00Z', 'canceled')).toBe(7)
})

test('does not show an unpaid or ended subscription as a trial', () => {
  expect(daysShown('2026-06-08T12:00:00Z', 'past_due')).toBeNull()
  expect(daysShown('2026-06-01T11:59:59Z', 'past_due')).toBeNull()
  expect(daysShown('2026-06-01T11:59:59Z', 'expired')).toBeNull()
  // A super admin extended the group's time after the subscription expired.
  expect(daysShown('2026-06-08T12:00:00Z', 'expired')).toBe(7)
})

const group = (subscriptionStatus: string | null) => ({
  ownerId: 1,
  ownerName: 'ann lee',
  subscriptionStatus,
})

test.each([
  [null, 1, 'No one can post tee times or claim spots until you subscribe.'],
  [null, 2, 'No one can post tee times or claim spots until Ann Lee subscribes.'],
  ['expired', 1, 'No one can post tee times or claim spots until you subscribe.'],
  [
    'past_due',
    2,
    'No one can post tee times or claim spots until Ann Lee renews the subscription.',
  ],
  [
    'expired',
    undefined,
    'No one can post tee times or claim spots until Ann Lee renews the subscription.',
  ],
])('explains the pause of a group with status %s to golfer %s: %s', (status, golferId, words) => {
  expect(describePause(group(status), golferId)).toBe(words)
})

test("tells the owner when a failed payment pauses the group, in the group's time zone", () => {
  const group = { expiryDate: '2026-05-04T05:59:59Z', renews: true, timeZone: 'America/Edmonton' }
  expect(describeFailedPayment(group)).toBe(
    'Payment failed. Pay by May 10 to keep posting tee times and claiming spots.',
  )
})
