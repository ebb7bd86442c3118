import { expect, test } from 'vitest'
import { describeTimeLeft } from './SubscriptionOffer.tsx'

const NOW = new Date('2026-06-01T12:00:00Z')
const timeZone = 'America/Edmonton'
const describeGroup = (
  expiryDate: string,
  subscriptionStatus: string | null = null,
  renews = false,
) => describeTimeLeft({ expiryDate, subscriptionStatus, renews, timeZone }, NOW, true)

test('counts the days left in a trial and warns when seven are left', () => {
  expect(describeGroup('2026-06-09T11:00:00Z')).toMatchObject({
    title: '8 days left in the trial',
    isWarning: false,
  })
  expect(describeGroup('2026-06-08T11:00:00Z')).toMatchObject({
    title: '7 days left in the trial',
    isWarning: true,
  })
  expect(describeGroup('2026-06-02T11:00:00Z')).toEqual({
    title: '1 day left in the trial',
    detail:
      "It ends on June 2, 2026. If you pay now, you'll add 6 months to the time left, and the next payment will be on December 2, 2026.",
    isWarning: true,
  })
})

test('does not say what paying now would add if nothing can be paid now', () => {
  const trial = { subscriptionStatus: null, renews: false, timeZone }
  expect(describeTimeLeft({ ...trial, expiryDate: '2026-06-02T11:00:00Z' }, NOW, false)).toEqual({
    title: '1 day left in the trial',
    detail: 'It ends on June 2, 2026.',
    isWarning: true,
  })
})

test('shows a trial or a subscription as ended from the moment it expires', () => {
  expect(describeGroup('2026-06-01T12:00:00Z')).toMatchObject({
    title: 'The trial has ended',
    detail: expect.stringContaining('It ended on June 1, 2026.'),
    isWarning: true,
  })
  for (const status of ['expired', 'past_due', 'active']) {
    expect(describeGroup('2026-05-20T12:00:00Z', status).title).toBe('The subscription has ended')
  }
})

test('gives the owner a week to pay after a failed payment', () => {
  expect(describeGroup('2026-06-01T06:00:00Z', 'past_due', true)).toMatchObject({
    title: 'Payment failed',
    detail: expect.stringContaining('Pay by June 8, 2026 to keep posting'),
    isWarning: true,
  })
})

test('offers payment for a paid group that does not renew', () => {
  expect(describeGroup('2026-12-01T12:00:00Z', 'active')).toMatchObject({
    title: 'Paid until December 1, 2026',
    isWarning: false,
  })
  expect(describeGroup('2026-06-05T12:00:00Z', 'active').isWarning).toBe(true)
})
