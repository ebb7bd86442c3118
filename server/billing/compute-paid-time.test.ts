import { describe, expect, test } from 'vitest'
import { computePaidTime, type LedgerEntry, type SubscriptionRecord } from './compute-paid-time.ts'

const day = (text: string) => new Date(`${text}T12:00:00Z`)

function payment(start: string, end: string, given: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    invoiceId: `in_${start}`,
    subscriptionId: 1,
    groupId: 1,
    paymentId: `pi_${start}`,
    amount: 3_995,
    currency: 'usd',
    periodStart: day(start),
    periodEnd: day(end),
    paidAt: day(start),
    failedAt: null,
    actionRequiredAt: null,
    hostedUrl: null,
    notCredited: null,
    isRenewal: false,
    createdAt: day(start),
    refunded: 0,
    disputeOutcome: null,
    ...given,
  }
}

const subscription = (given: Partial<SubscriptionRecord> = {}): SubscriptionRecord => ({
  id: 1,
  key: '00000000-0000-4000-8000-000000000001',
  groupId: 1,
  signupId: null,
  slug: 'birdies',
  golferId: 1,
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  checkoutId: null,
  status: 'active',
  cancelAtPeriodEnd: false,
  periodEnd: day('2026-07-20'),
  reportedAt: null,
  createdAt: day('2026-01-20'),
  mayRenew: true,
  ...given,
})

const firstPayment = payment('2026-01-20', '2026-07-20')
const renewal = payment('2026-07-20', '2027-01-20', { isRenewal: true })
const failedRenewal = { ...renewal, paidAt: null }
const compute = (given: {
  now: string
  entries?: LedgerEntry[]
  freeUntil?: string | null
  setAt?: string
  subscriptions?: SubscriptionRecord[]
}) => {
  const { freeUntil = '2026-02-01', setAt, entries = [firstPayment], subscriptions } = given
  const { until, status, renews } = computePaidTime({
    base: {
      freeUntil: freeUntil === null ? null : day(freeUntil),
      setAt: setAt === undefined ? null : day(setAt),
    },
    entries,
    subscriptions: subscriptions ?? [subscription()],
    now: day(given.now),
  })
  return [until?.toISOString().slice(0, 10) ?? null, status, renews]
}

describe('paid-until date, status and renewal', () => {
  test.each([
    [
      'never paid',
      { now: '2026-01-25', entries: [], subscriptions: [] },
      ['2026-02-01', null, false],
    ],
    [
      'never paid, expired',
      { now: '2026-03-01', entries: [], subscriptions: [] },
      ['2026-02-01', null, false],
    ],
    [
      'a subscription without a payment',
      { now: '2026-02-02', entries: [] },
      ['2026-02-01', null, false],
    ],
    ['paid with 12 days left', { now: '2026-01-20' }, ['2026-08-01', 'active', true]],
    [
      'paid long after the end',
      { now: '2026-01-20', freeUntil: '2025-06-01' },
      ['2026-07-20', 'active', true],
    ],
    [
      'paid twice',
      { now: '2026-07-20', entries: [renewal, firstPayment] },
      ['2027-02-01', 'active', true],
    ],
    [
      'a gap between payments',
      { now: '2027-02-01', entries: [firstPayment, payment('2027-02-01', '2027-08-01')] },
      ['2027-08-01', 'active', true],
    ],
    ['an overdue renewal', { now: '2026-08-07' }, ['2026-08-01', 'active', true]],
    [
      'an overdue renewal after the grace period',
      { now: '2026-08-08' },
      ['2026-08-01', 'expired', false],
    ],
    [
      'cancelled, so no grace period',
      { now: '2026-08-01', subscriptions: [subscription({ cancelAtPeriodEnd: true })] },
      ['2026-08-01', 'expired', false],
    ],
    [
      'cancelled with time left',
      { now: '2026-07-31', subscriptions: [subscription({ cancelAtPeriodEnd: true })] },
      ['2026-08-01', 'active', false],
    ],
    [
      'ended at the provider with time left',
      { now: '2026-07-31', subscriptions: [subscription({ status: 'canceled' })] },
      ['2026-08-01', 'active', false],
    ],
    [
      'a failed renewal',
      { now: '2026-07-21', entries: [firstPayment, failedRenewal] },
      ['2026-08-01', 'past_due', true],
    ],
    [
      "a failed renewal by the subscription's status",
      {
        now: '2026-07-21',
        subscriptions: [subscription({ status: 'past_due', periodEnd: day('2027-01-20') })],
      },
      ['2026-08-01', 'past_due', true],
    ],
    [
      "a renewal that failed and was paid, despite the subscription's old status",
      {
        now: '2026-07-21',
        entries: [firstPayment, renewal],
        subscriptions: [subscription({ status: 'past_due', periodEnd: day('2027-01-20') })],
      },
      ['2027-02-01', 'active', true],
    ],
    [
      'a failed first payment is not a renewal',
      { now: '2026-01-21', entries: [{ ...firstPayment, paidAt: null }] },
      ['2026-02-01', null, false],
    ],
    [
      'a failed renewal after the grace period',
      { now: '2026-08-08', entries: [firstPayment, failedRenewal] },
      ['2026-08-01', 'expired', false],
    ],
    [
      'fully refunded',
      { now: '2026-01-25', entries: [{ ...firstPayment, refunded: 3_995 }] },
      ['2026-02-01', null, false],
    ],
    [
      'fully refunded and expired',
      { now: '2026-03-01', entries: [{ ...firstPayment, refunded: 3_995 }] },
      ['2026-02-01', 'expired', false],
    ],
    [
      'partly refunded',
      { now: '2026-03-01', entries: [{ ...firstPayment, refunded: 3_994 }] },
      ['2026-08-01', 'active', true],
    ],
    [
      'disputed',
      { now: '2026-01-25', entries: [{ ...firstPayment, disputeOutcome: 'open' as const }] },
      ['2026-02-01', null, false],
    ],
    [
      'a dispute that was won',
      { now: '2026-01-25', entries: [{ ...firstPayment, disputeOutcome: 'won' as const }] },
      ['2026-08-01', 'active', true],
    ],
    [
      'the first of two payments refunded',
      { now: '2026-07-20', entries: [{ ...firstPayment, refunded: 3_995 }, renewal] },
      ['2027-01-20', 'active', true],
    ],
    [
      'a different amount than requested',
      { now: '2026-01-25', entries: [{ ...firstPayment, notCredited: 'amount 1' }] },
      ['2026-02-01', null, false],
    ],
    [
      'an expiry set after a payment includes it',
      { now: '2026-04-01', freeUntil: '2026-05-01', setAt: '2026-03-01' },
      ['2026-05-01', 'active', true],
    ],
    [
      'an expiry set between payments adds the later one on top',
      {
        now: '2026-07-20',
        freeUntil: '2026-08-20',
        setAt: '2026-03-01',
        entries: [firstPayment, renewal],
      },
      ['2027-02-20', 'active', true],
    ],
    ['no expiry date', { now: '2026-07-20', freeUntil: null }, [null, 'active', false]],
    [
      'paid by a former owner, whose renewal no longer counts',
      { now: '2026-01-25', subscriptions: [subscription({ mayRenew: false })] },
      ['2026-08-01', 'active', false],
    ],
    [
      'no expiry date, never paid',
      { now: '2026-07-20', freeUntil: null, entries: [], subscriptions: [] },
      [null, null, false],
    ],
  ])('%s', (_name, given, expected) => {
    expect(compute(given)).toEqual(expected)
  })
})

test('keeps the newest of several renewing subscriptions and ends the others', () => {
  const subscriptions = [3, 1, 2].map((id) => subscription({ id, subscriptionId: `sub_${id}` }))
  const base = { freeUntil: day('2026-02-01'), setAt: null }
  expect(
    computePaidTime({ base, entries: [firstPayment], subscriptions, now: day('2026-03-01') }),
  ).toMatchObject({ subscriptionId: 'sub_3', idsToCancel: [1, 2], unpaidIds: [] })
})

test.each([
  ["a former owner's", [{ id: 1 }, { id: 2, mayRenew: false }], '2026-02-01', [2]],
  ['no expiry date', [{ id: 1 }, { id: 2, cancelAtPeriodEnd: true }], null, [1]],
  [
    'past due and canceled by its payer',
    [{ id: 1, status: 'past_due' as const, cancelAtPeriodEnd: true }],
    '2026-02-01',
    [1],
  ],
])('ends subscriptions that must not renew: %s', (_, given, freeUntil, idsToCancel) => {
  const subscriptions = given.map(subscription)
  const base = { freeUntil: freeUntil === null ? null : day(freeUntil), setAt: null }
  const now = day('2026-01-25')
  expect(
    computePaidTime({ base, entries: [firstPayment], subscriptions, now }).idsToCancel,
  ).toEqual(idsToCancel)
})

test('ends an unpaid renewal after the grace period, but not before', () => {
  const base = { freeUntil: day('2026-02-01'), setAt: null }
  const unpaidAt = (now: string) =>
    computePaidTime({
      base,
      entries: [firstPayment, failedRenewal],
      subscriptions: [subscription()],
      now: day(now),
    }).unpaidIds
  expect(unpaidAt('2026-08-07')).toEqual([])
  expect(unpaidAt('2026-08-08')).toEqual([1])
})
