import { expect, test } from 'vitest'
import { PAYMENT_ALERTS, type PaymentEvent } from './compose-payment.ts'
import type { GroupToNotify } from './store.ts'
import { groupOf, readerOf } from './testing/rounds.ts'

const to = readerOf()
const nextWeek = new Date('2026-06-05T20:00:00Z')
/** A renewal that was due yesterday is in its grace period. One that was due `longAgo` is past it. */
const yesterday = new Date(to.now.getTime() - 86_400_000)
const longAgo = new Date(to.now.getTime() - 8 * 86_400_000)

const trial = groupOf({ expiryDate: nextWeek })
const paidGroup = groupOf({ expiryDate: nextWeek, subscriptionStatus: 'active', renews: true })
const ending = groupOf({ expiryDate: nextWeek, subscriptionStatus: 'active' })
const lateGroup = groupOf({ expiryDate: yesterday, subscriptionStatus: 'past_due', renews: true })
const tooLate = { ...lateGroup, expiryDate: longAgo }
const endedGroup = groupOf({ expiryDate: yesterday, subscriptionStatus: 'expired' })

const subjectOf = (event: PaymentEvent, group: GroupToNotify, data = {}) =>
  PAYMENT_ALERTS[event](group, to, data)?.mail.subject

test.each<[PaymentEvent, Record<string, GroupToNotify>, Record<string, GroupToNotify>]>([
  ['paid', { paid: paidGroup, ending }, { trial, late: lateGroup, ended: endedGroup }],
  [
    'payment-failed',
    { late: lateGroup },
    { trial, paid: paidGroup, ending, tooLate, ended: endedGroup },
  ],
  [
    'subscription-ended',
    { ended: endedGroup },
    { trial, paid: paidGroup, ending, late: lateGroup },
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
  expect(subjectOf('trial-ends', trial, data)).toContain('The trial for')
  expect(subjectOf('trial-ends', ending, data)).toContain('The subscription for')
  expect(subjectOf('trial-ends', paidGroup, data)).toBeUndefined()
  expect(subjectOf('trial-ends', ending, { expiryDate: yesterday.toISOString() })).toBeUndefined()
  expect(subjectOf('trial-ends', groupOf(), data)).toBeUndefined()
})

test("announces a refund or a dispute, whatever the group's status", () => {
  for (const group of [trial, paidGroup, lateGroup, endedGroup, groupOf()]) {
    expect(subjectOf('payment-returned', group, { how: 'refunded', amount: 3_995 })).toBeDefined()
    expect(subjectOf('payment-returned', group, { how: 'disputed', amount: 3_995 })).toBeDefined()
    expect(subjectOf('payment-returned', group, {})).toBeUndefined()
  }
})

test("announces a bank's request for confirmation", () => {
  expect(subjectOf('payment-failed', lateGroup, { action: true })).toContain('Confirm the payment')
  expect(subjectOf('payment-failed', lateGroup, { action: false })).toContain('failed')
})
