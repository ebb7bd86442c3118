import { expect, test } from 'vitest'
import { describeFailedPayment, describePause } from './describe-pause.ts'

const group = (subscriptionStatus: string | null) => ({
  ownerId: 1,
  ownerName: 'Ann Lee',
  subscriptionStatus,
})

test.each([
  [null, 1, 'Posting and claiming are paused. Subscribe, and your group goes on.'],
  [null, 2, 'Posting and claiming are paused until Ann Lee subscribes.'],
  [
    'expired',
    1,
    'Posting and claiming are paused. Renew the subscription, and your group goes on.',
  ],
  ['past_due', 2, 'Posting and claiming are paused until Ann Lee renews the subscription.'],
  ['expired', undefined, 'Posting and claiming are paused until Ann Lee renews the subscription.'],
])('for a group that is %s, shows golfer %s: %s', (status, golferId, words) => {
  expect(describePause(group(status), golferId)).toBe(words)
})

test('tells the owner when a failed payment pauses the group', () => {
  expect(describeFailedPayment({ expiryDate: '2026-05-03T12:00:00Z', renews: true })).toBe(
    'Payment failed. Your group pauses on May 10, unless it is paid for.',
  )
})
