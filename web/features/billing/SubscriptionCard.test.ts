import { expect, test } from 'vitest'
import { describeSubscription } from './SubscriptionCard.tsx'

const NOW = new Date('2026-06-01T12:00:00Z')

interface Renewal {
  readonly renews?: boolean
  readonly nextPaymentAt?: string | null
}

const subscriptionTextOf = (
  expiryDate: string | null,
  subscriptionStatus: string | null = null,
  { renews = false, nextPaymentAt = null }: Renewal = {},
) =>
  describeSubscription(
    { expiryDate, subscriptionStatus, renews, timeZone: 'America/Edmonton' },
    { nextPaymentAt },
    NOW,
  )

test('shows the next payment of a paid group that renews', () => {
  const renewal = { renews: true, nextPaymentAt: '2027-05-03T12:00:00Z' }
  expect(subscriptionTextOf('2027-05-03T12:00:00Z', 'active', renewal)).toEqual({
    title: 'Active Subscription',
    detail: 'Next payment May 3, 2027',
    look: 'paid',
  })
  expect(subscriptionTextOf('2027-05-03T12:00:00Z', 'active', { renews: true })).toMatchObject({
    title: 'Active Subscription',
    detail: 'Paid until May 3, 2027',
  })
  expect(subscriptionTextOf(null, 'active')).toEqual({ title: 'Active Subscription', look: 'paid' })
})

test('shows the end of a paid group that does not renew and offers payment', () => {
  expect(subscriptionTextOf('2027-05-03T12:00:00Z', 'active')).toEqual({
    title: 'Active Subscription',
    detail: 'Ends May 3, 2027',
    look: 'paid',
    payLabel: 'Pay for 6 More Months',
  })
})

test('shows the deadline for making up a failed payment', () => {
  expect(subscriptionTextOf('2026-05-30T12:00:00Z', 'past_due', { renews: true })).toEqual({
    title: 'Payment failed',
    detail: 'Pay by June 6, 2026 to keep posting tee times and claiming spots.',
    look: 'warning',
    payLabel: 'Pay Now',
  })
})

test('shows when the subscription of an expired group ended', () => {
  for (const status of ['active', 'past_due', 'expired']) {
    expect(subscriptionTextOf('2026-05-20T12:00:00Z', status)).toMatchObject({
      title: 'Subscription ended May 20, 2026',
      look: 'warning',
      payLabel: 'Subscribe Again',
    })
  }
})

test("shows dates in the group's time zone, wherever its owner is", () => {
  // May 2 in Edmonton, but May 3 in the tests' time zone.
  const nextPaymentAt = '2027-05-03T05:59:59Z'
  expect(subscriptionTextOf(nextPaymentAt, 'active', { renews: true, nextPaymentAt }).detail).toBe(
    'Next payment May 2, 2027',
  )
  expect(subscriptionTextOf(nextPaymentAt, 'active').detail).toBe('Ends May 2, 2027')
})

test('shows a trial without an expiry date as active', () => {
  expect(subscriptionTextOf(null)).toEqual({
    title: 'Free Trial Active',
    look: 'running',
    payLabel: 'Upgrade to Paid',
  })
})

test('shows when a trial expires and, from that moment, that it has expired', () => {
  expect(subscriptionTextOf('2026-06-01T12:00:01Z')).toEqual({
    title: 'Trial expires June 1, 2026',
    look: 'running',
    payLabel: 'Upgrade to Paid',
  })
  expect(subscriptionTextOf('2026-06-01T12:00:00Z')).toMatchObject({
    title: 'Trial expired June 1, 2026',
    look: 'warning',
    payLabel: 'Upgrade to Paid',
  })
})
