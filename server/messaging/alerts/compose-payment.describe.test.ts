import { expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import {
  describeFailedPayment,
  describePayment,
  describeRefundOrDispute,
  describeSubscriptionEnd,
} from './compose-payment.ts'
import { expectHarmless } from './testing/expect-harmless.ts'
import { buildGroup, buildReader, HOSTILE_INPUTS } from './testing/rounds.ts'

const to = buildReader()
/** November 30 in Calgary. */
const expiryDate = new Date('2026-12-01T03:00:00Z')
const paidGroup = buildGroup({ expiryDate, subscriptionStatus: 'active', renews: true })
const lateGroup = buildGroup({
  expiryDate: new Date('2026-05-28T19:00:00Z'),
  subscriptionStatus: 'past_due',
  renews: true,
})
const endedGroup = buildGroup({
  expiryDate: new Date('2026-05-28T19:00:00Z'),
  subscriptionStatus: 'expired',
})

const refund = { how: 'refunded' as const, amount: 3_995, isPartial: false, isPayer: true }

test.each([
  [
    describePayment(paidGroup, to),
    'Payment received, thank you. Saturday Stampede is paid for until Nov 30, 2026. https://golf.example/stampede/profile',
    'Payment received for Saturday Stampede',
    'The subscription renews automatically: the next payment is on Nov 30, 2026.',
  ],
  [
    describePayment({ ...paidGroup, renews: false }, to),
    'Payment received, thank you. Saturday Stampede is paid for until Nov 30, 2026. https://golf.example/stampede/profile',
    'Payment received for Saturday Stampede',
    "The subscription doesn't renew automatically.",
  ],
  [
    describePayment({ ...paidGroup, expiryDate: null }, to),
    'Payment received, thank you. Saturday Stampede is paid for. https://golf.example/stampede/profile',
    'Payment received for Saturday Stampede',
    'Saturday Stampede is paid for.',
  ],
  [
    describeSubscriptionEnd(endedGroup, to),
    'The subscription for Saturday Stampede has ended. Subscribe to post tee times again: https://golf.example/stampede/subscribe',
    'The subscription for Saturday Stampede has ended',
    'No one can post tee times or claim spots until the group is paid for. Nothing in the group will be deleted.',
  ],
])('writes text and subject of message %#', ({ text, mail }, sentence, subject, inMail) => {
  expect(text).toBe(`Fourball: ${sentence}`)
  expect(segmentsOf(text)).toBe(1)
  expect(mail.subject).toBe(subject)
  expect(mail.body).toContain(inMail)
  expect(mail.body).toContain("You're getting this email because ")
})

test.each([
  [
    describeFailedPayment(lateGroup, to, { mustConfirm: false }),
    'The payment for Saturday Stampede failed',
    "The payment for Saturday Stampede failed.\n\nYou weren't charged. Try your card again, or use another one by Jun 4, 2026.",
  ],
  [
    describeFailedPayment({ ...lateGroup, expiryDate, renews: false }, to, { mustConfirm: false }),
    'The payment for Saturday Stampede failed',
    "The payment for Saturday Stampede failed.\n\nYou weren't charged. Try your card again, or use another one by Nov 30, 2026.",
  ],
  [
    describeFailedPayment(lateGroup, to, { mustConfirm: true }),
    'Confirm the payment for Saturday Stampede',
    "Your bank needs you to confirm the payment for Saturday Stampede.\n\nYou haven't been charged yet. Confirm the payment, or pay with another card by Jun 4, 2026.",
  ],
  [
    describeRefundOrDispute(paidGroup, to, { ...refund, amount: 1_000, isPartial: true }),
    'Part of a payment for Saturday Stampede was refunded',
    '$10.00 of a payment for Saturday Stampede has been refunded so far. You should see the refund on your card within a few days.\n\nThe group stays active until Nov 30, 2026.',
  ],
  [
    describeRefundOrDispute(lateGroup, to, refund),
    'A payment for Saturday Stampede was refunded',
    'A payment of $39.95 for Saturday Stampede was refunded. You should see the refund on your card within a few days.\n\nThe group stays active until Jun 4, 2026.',
  ],
  [
    describeRefundOrDispute(endedGroup, to, { ...refund, how: 'disputed' }),
    'The bank reversed a payment for Saturday Stampede',
    "The bank reversed a disputed payment of $39.95 for Saturday Stampede. If you didn't mean to dispute it, tell your bank. The payment counts again only if the dispute is withdrawn or the bank rejects it.\n\nThe group is paused.",
  ],
  [
    describeRefundOrDispute(buildGroup(), to, refund),
    'A payment for Saturday Stampede was refunded',
    'A payment of $39.95 for Saturday Stampede was refunded. You should see the refund on your card within a few days.\n\nSee the Subscription: https://golf.example/stampede/subscribe\n',
  ],
])(
  'writes only an email about a payment that failed or was returned (%#)',
  (message, subject, body) => {
    const { text, mail } = message
    expect(text).toBeUndefined()
    expect(mail.subject).toBe(subject)
    expect(mail.body.startsWith(body)).toBe(true)
    expect(mail.body).toContain("\n\nYou're getting this email because you ")
  },
)

test.each(['refunded', 'disputed'] as const)(
  "mentions a payment's card and bank only to its payer when it is %s",
  (how) => {
    const bodyFor = (isPayer: boolean) =>
      describeRefundOrDispute(paidGroup, to, { ...refund, how, isPayer }).mail.body
    expect(bodyFor(true)).toMatch(/your (card|bank)/)
    expect(bodyFor(true)).toContain('because you paid for Saturday Stampede')
    expect(bodyFor(false)).toContain('payment of $39.95 for Saturday Stampede')
    expect(bodyFor(false)).not.toMatch(/your (card|bank)/)
    expect(bodyFor(false)).toContain('because you own Saturday Stampede')
  },
)

test('fits a long name and a long URL in one segment', () => {
  const long = {
    name: 'The Honourable Company of Saturday Morning Golfers'.slice(0, 50),
    slug: 'the-honourable-company-of-golf',
  }
  for (const { text } of [
    describePayment({ ...paidGroup, ...long }, to),
    describeSubscriptionEnd({ ...endedGroup, ...long }, to),
  ]) {
    expect(segmentsOf(text), text).toBe(1)
    expect(text).toContain(`https://golf.example/${long.slug}/`)
  }
})

test.each(HOSTILE_INPUTS)('keeps %j as plain text in a group', (name) => {
  expectHarmless(describePayment({ ...paidGroup, name }, to), describePayment(paidGroup, to))
  const failed = (group: typeof lateGroup) =>
    describeFailedPayment(group, to, { mustConfirm: false })
  expectHarmless(failed({ ...lateGroup, name }), failed(lateGroup))
  const refundOrDispute = (group: typeof paidGroup) =>
    describeRefundOrDispute(group, to, { ...refund, how: 'disputed' })
  expectHarmless(refundOrDispute({ ...paidGroup, name }), refundOrDispute(paidGroup))
  expectHarmless(
    describeSubscriptionEnd({ ...endedGroup, name }, to),
    describeSubscriptionEnd(endedGroup, to),
  )
})
