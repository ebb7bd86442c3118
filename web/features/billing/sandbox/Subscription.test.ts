import { expect, test } from 'vitest'
import { canCancel, describeNextEvent, describeStatus } from './Subscription.tsx'

const periodStart = '2025-11-30T12:00:00Z'
const periodEnd = '2026-05-30T12:00:00Z'

test.each([
  ['active', false, 'Renews on May 30, 2026.', true],
  ['active', true, "Ends on May 30, 2026. The card won't be charged again.", true],
  [
    'past_due',
    false,
    'The payment that was due on November 30, 2025 has failed. Choose another card and renew.',
    true,
  ],
  ['incomplete', false, 'Waiting for the first payment.', false],
  ['canceled', false, "The card won't be charged again.", false],
])('describes %s (ending: %s) as: %s', (status, cancelAtPeriodEnd, sentence, isCancelable) => {
  const subscription = { status, periodStart, periodEnd, cancelAtPeriodEnd }
  expect(describeNextEvent(subscription)).toBe(sentence)
  expect(canCancel(subscription)).toBe(isCancelable)
})

test('shows statuses in words', () => {
  expect(describeStatus('past_due')).toBe('Past due')
  expect(describeStatus('canceled')).toBe('Cancelled')
})
