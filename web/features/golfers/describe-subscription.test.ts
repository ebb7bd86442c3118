import { expect, test } from 'vitest'
import { describeSubscription } from './describe-subscription.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const of = (expiryDate: string | null, subscriptionStatus: string | null = null) =>
  describeSubscription({ expiryDate, subscriptionStatus, renews: false }, NOW)

test('a paid group has a subscription, whatever its trial was', () => {
  const paid = { title: 'Active Subscription', isPaid: true, isOver: false }
  expect(of(null, 'active')).toEqual(paid)
  expect(of('2026-01-01T12:00:00Z', 'active')).toEqual(paid)
})

test('a trial without an end is active', () => {
  expect(of(null)).toEqual({ title: 'Free Trial Active', isPaid: false, isOver: false })
  expect(of(null, 'canceled').title).toBe('Free Trial Active')
})

test('a trial expires, and at its instant has expired', () => {
  expect(of('2026-06-01T12:00:01Z')).toEqual({
    title: 'Trial expires June 1, 2026',
    isPaid: false,
    isOver: false,
  })
  expect(of('2026-06-01T12:00:00Z')).toEqual({
    title: 'Trial expired June 1, 2026',
    isPaid: false,
    isOver: true,
  })
})
