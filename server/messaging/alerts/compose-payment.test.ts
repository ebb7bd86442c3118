import { expect, test } from 'vitest'
import { PAYMENT_ALERTS, type PaymentEvent } from './compose-payment.ts'
import type { GroupToNotify } from './store.ts'
import { buildGroup, buildReader } from './testing/rounds.ts'

const to = buildReader()
const nextWeek = new Date('2026-06-05T20:00:00Z')
/** A renewal that was due yesterday is in its grace period. One that was due `longAgo` is past it. */
const yesterday = new Date(to.now.getTime() - 86_400_000)
const longAgo = new Date(to.now.getTime() - 8 * 86_400_000)

const trialGroup = buildGroup({ expiryDate: nextWeek })
const paidGroup = buildGroup({ expiryDate: nextWeek, subscriptionStatus: 'active', renews: true })
const endingGroup = buildGroup({ expiryDate: nextWeek, subscriptionStatus: 'active' })
const lateGroup = buildGroup({
  expiryDate: yesterday,
  subscriptionStatus: 'past_due',
  renews: true,
})
const tooLateGroup = { ...lateGroup, expiryDate: longAgo }
const endedGroup = buildGroup({ expiryDate: yesterday, subscriptionStatus: 'expired' })

const subjectOf = (event: PaymentEvent, group: GroupToNotify, data = {}) =>
  PAYMENT_ALERTS[event](group, to, data)?.mail.subject

test.each<[PaymentEvent, Record<string, GroupToNotify>, Record<string, GroupToNotify>]>([
  [
    'paid',
    { paid: paidGroup, ending: endingGroup },
    { trial: trialGroup, late: lateGroup, ended: endedGroup },
  ],
  [
    'payment-failed',
    { late: lateGroup },
    {
      trial: trialGroup,
      paid: paidGroup,
      ending: endingGroup,
      tooLate: tooLateGroup,
      ended: endedGroup,
    },
  ],
  [
    'subscription-ended',
    { ended: endedGroup },
    { trial: trialGroup, paid: paidGroup, ending: endingGroup, late: lateGroup },
  ],
])('sends %s only while the status matches', (event, applicable, notApplicable) => {
  for (const [name, group] of Object.entries(applicable))
    expect(subjectOf(event, group), name).toBeDefined()
  for (const [name, group] of Object.entries(notApplicable)) {
    expect(subjectOf(event, group), name).toBeUndefined()
  }
})

test('announces the end of a trial or a canceled subscription only if the date has not changed', () => {
  const data = { expiryDate: nextWeek.toISOString() }
  expect(subjectOf('trial-ends', trialGroup, data)).toContain('The trial for')
  expect(subjectOf('trial-ends', endingGroup, data)).toContain('The subscription for')
  expect(subjectOf('trial-ends', paidGroup, data)).toBeUndefined()
  expect(
    subjectOf('trial-ends', endingGroup, { expiryDate: yesterday.toISOString() }),
  ).toBeUndefined()
  expect(subjectOf('trial-ends', buildGroup(), data)).toBeUndefined()
})

test("announces a refund or a dispute, whatever the group's status", () => {
  for (const group of [trialGroup, paidGroup, lateGroup, endedGroup, buildGroup()]) {
    expect(subjectOf('payment-returned', group, { how: 'refunded', amount: 3_995 })).toBeDefined()
    expect(subjectOf('payment-returned', group, { how: 'disputed', amount: 3_995 })).toBeDefined()
    expect(subjectOf('payment-returned', group, {})).toBeUndefined()
  }
})

test("announces a bank's request for confirmation", () => {
  expect(subjectOf('payment-failed', lateGroup, { action: true })).toContain('Confirm the payment')
  expect(subjectOf('payment-failed', lateGroup, { action: false })).toContain('failed')
})
