import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PRICE_CENTS } from '../../contract/limits.ts'
import type { TestGroup } from '../system-tests/testing/factories.ts'
import { after, type LedgerScene, START, startLedger } from './testing/ledger-scene.ts'

let ledger: LedgerScene
let group: TestGroup

beforeAll(async () => {
  ledger = await startLedger()
})
afterAll(() => ledger.close())
beforeEach(async () => {
  ledger.app.clock.moveTo(START)
  group = await ledger.trial(3)
})

const moveTo = (at: Date) => ledger.app.clock.moveTo(at.toISOString())
const until = async () => (await ledger.status(group)).until

async function beginAndPay(): Promise<string> {
  const id = await ledger.begin(group)
  await ledger.deliver(ledger.stripe.pay(id))
  return id
}

async function daysPaid(): Promise<number[]> {
  const rows = await ledger.query<{ days: number }>(
    `select extract(epoch from period_end - period_start)::int / 86400 as days from payments
      where group_id = $1 and paid_at is not null order by period_start`,
    [group.id],
  )
  return rows.map(({ days }) => days)
}

test('keeps the remaining trial days when a trial is paid, and notifies the owner', async () => {
  const subscriptionId = await ledger.begin(group)
  expect(await ledger.status(group)).toMatchObject({ status: null, renews: false })
  await ledger.deliver(ledger.stripe.pay(subscriptionId))
  const [days = 0] = await daysPaid()
  expect(days).toBeGreaterThan(180)
  const end = after(START, 3 + days)
  expect(await ledger.status(group)).toEqual({
    until: end,
    status: 'active',
    renews: true,
    subscription: subscriptionId,
  })
  expect(await ledger.notified(group)).toMatchObject([
    { event: 'paid', golferId: group.owner.id, data: { paidUntil: end.toISOString() } },
  ])
})

test('starts the paid time now when the trial has expired', async () => {
  group = await ledger.trial(-40)
  await beginAndPay()
  const [days = 0] = await daysPaid()
  expect(await until()).toEqual(after(START, days))
})

test('changes nothing when the first card is declined', async () => {
  const id = await ledger.begin(group)
  await ledger.deliver([...ledger.stripe.decline(id), ...ledger.stripe.requireAction(id)])
  expect(await ledger.status(group)).toEqual({
    until: after(START, 3),
    status: null,
    renews: false,
    subscription: null,
  })
  expect(await ledger.notified(group)).toEqual([])
})

test('adds months with a renewal and notifies the owner', async () => {
  const id = await beginAndPay()
  const [first = 0] = await daysPaid()
  moveTo(after(START, first))
  await ledger.deliver(ledger.stripe.renew(id))
  await ledger.runJobsAndDeliver()
  const [, second = 0] = await daysPaid()
  expect(await ledger.status(group)).toMatchObject({
    until: after(START, 3 + first + second),
    status: 'active',
    renews: true,
  })
  expect(await ledger.events(group)).toEqual(['paid', 'paid'])
})

test('handles a failed renewal: past due, one notification per reason, grace period, end', async () => {
  const id = await beginAndPay()
  const end = (await until()) ?? new Date(0)
  const [days = 0] = await daysPaid()
  moveTo(after(START, days))
  await ledger.deliver(ledger.stripe.failRenewal(id))
  await ledger.deliver(ledger.stripe.requireAction(id))
  moveTo(after(START, days + 3))
  await ledger.deliver(ledger.stripe.decline(id))
  await ledger.runJobsAndDeliver()
  expect(await ledger.status(group)).toMatchObject({
    until: end,
    status: 'past_due',
    renews: true,
  })
  const graceUntil = after(end, 7).toISOString()
  const url = expect.stringContaining('https://invoice.stripe.com/')
  expect((await ledger.notified(group)).slice(1)).toMatchObject([
    { event: 'payment-failed', data: { graceUntil, action: false, url } },
    { event: 'payment-failed', data: { graceUntil, action: true, url } },
  ])

  moveTo(new Date(after(end, 7).getTime() - 1))
  await ledger.runJobsAndDeliver()
  expect(await ledger.status(group)).toMatchObject({ status: 'past_due', renews: true })
  moveTo(after(end, 7))
  await ledger.runJobsAndDeliver()
  expect(await ledger.status(group)).toEqual({
    until: end,
    status: 'expired',
    renews: false,
    subscription: null,
  })
  expect(ledger.stripe.account.subscriptions.get(id)?.status).toBe('canceled')
  expect((await ledger.events(group)).slice(3)).toEqual(['subscription-ended'])
  await ledger.runJobsAndDeliver()
  expect(await ledger.events(group)).toHaveLength(4)
})

test('accepts a late payment of a renewal', async () => {
  const id = await beginAndPay()
  const [days = 0] = await daysPaid()
  moveTo(after(START, days))
  await ledger.deliver(ledger.stripe.failRenewal(id))
  await ledger.runJobsAndDeliver()
  moveTo(after(START, days + 5))
  await ledger.deliver(ledger.stripe.pay(id))
  await ledger.runJobsAndDeliver()
  const [, second = 0] = await daysPaid()
  expect(await ledger.status(group)).toMatchObject({
    until: after(START, 3 + days + second),
    status: 'active',
    renews: true,
  })
  expect(await ledger.events(group)).toEqual(['paid', 'payment-failed', 'paid'])
})

test('stays active until the end after a cancellation, and can be paid again before', async () => {
  const id = await beginAndPay()
  const end = (await until()) ?? new Date(0)
  await ledger.deliver(ledger.stripe.cancel(id, 'period-end'))
  await ledger.runJobsAndDeliver()
  expect(await ledger.status(group)).toEqual({
    until: end,
    status: 'active',
    renews: false,
    subscription: id,
  })
  ledger.app.clock.moveBy(60_000)
  const next = await ledger.begin(group)
  await ledger.deliver(ledger.stripe.pay(next))
  expect(end).toEqual(new Date('2026-12-04T16:00:00Z'))
  expect(await ledger.status(group)).toEqual({
    until: new Date('2027-06-04T16:00:00Z'),
    status: 'active',
    renews: true,
    subscription: next,
  })
})

test('notifies once about the end, whichever node detects it', async () => {
  const id = await beginAndPay()
  const end = (await until()) ?? new Date(0)
  await ledger.deliver(ledger.stripe.cancel(id, 'period-end'))
  moveTo(new Date(end.getTime() - 1))
  await ledger.runJobsAndDeliver()
  expect(await ledger.status(group)).toMatchObject({ status: 'active' })
  moveTo(end)
  // Let the webhook event arrive before the job runs.
  await ledger.deliver(ledger.stripe.cancel(id, 'now'))
  await Promise.all([ledger.runJobsAndDeliver(), ledger.runJobsAndDeliver()])
  expect(await ledger.status(group)).toEqual({
    until: end,
    status: 'expired',
    renews: false,
    subscription: null,
  })
  expect(await ledger.events(group)).toEqual(['paid', 'subscription-ended'])
})

test('removes paid time after a full refund, without charging again', async () => {
  const subscriptionId = await beginAndPay()
  const payment = ledger.stripe.paymentOf(subscriptionId)
  await ledger.deliver(ledger.stripe.refund(payment, 1_000))
  expect(await ledger.status(group)).toMatchObject({ status: 'active', renews: true })
  const before = (await until())?.toISOString()
  await ledger.deliver(ledger.stripe.refund(payment))
  await ledger.runJobsAndDeliver()
  expect(await ledger.status(group)).toEqual({
    until: after(START, 3),
    status: null,
    renews: false,
    subscription: null,
  })
  expect(ledger.stripe.account.subscriptions.get(subscriptionId)?.status).toBe('canceled')
  expect((await ledger.notified(group)).slice(1)).toMatchObject([
    { event: 'payment-returned', data: { amount: 1_000, how: 'refunded', until: before } },
    {
      event: 'payment-returned',
      data: { amount: PRICE_CENTS, how: 'refunded', until: after(START, 3).toISOString() },
    },
  ])
  moveTo(after(START, 3))
  await ledger.runJobsAndDeliver()
  expect(await ledger.status(group)).toMatchObject({ renews: false, until: after(START, 3) })
})

test.each(['won', 'lost'] as const)('handles a dispute that is %s', async (outcome) => {
  const id = await beginAndPay()
  const end = await until()
  const payment = ledger.stripe.paymentOf(id)
  await ledger.deliver(ledger.stripe.dispute(payment))
  await ledger.runJobsAndDeliver()
  expect(await until()).toEqual(after(START, 3))
  await ledger.deliver(ledger.stripe.closeDispute(payment, outcome))
  await ledger.runJobsAndDeliver()
  const isWon = outcome === 'won'
  expect(await ledger.status(group)).toEqual({
    until: isWon ? end : after(START, 3),
    status: isWon ? 'active' : null,
    // After a dispute, payers are not charged again unless they resume the subscription.
    renews: false,
    subscription: isWon ? id : null,
  })
  expect(ledger.stripe.account.subscriptions.get(id)?.cancel_at_period_end).toBe(true)
  expect((await ledger.notified(group)).slice(1)).toMatchObject([
    {
      event: 'payment-returned',
      data: { amount: PRICE_CENTS, how: 'disputed', until: after(START, 3).toISOString() },
    },
  ])
})

test('keeps only the newer of two renewing subscriptions and counts the paid time of both', async () => {
  const first = await beginAndPay()
  await ledger.query(`update subscriptions set status = 'canceled' where subscription_id = $1`, [
    first,
  ])
  const second = await ledger.begin(group)
  await ledger.query(`update subscriptions set status = 'active' where subscription_id = $1`, [
    first,
  ])
  expect(second).not.toBe(first)
  await ledger.deliver(ledger.stripe.pay(second))
  await ledger.runJobsAndDeliver()
  expect(await ledger.status(group)).toEqual({
    until: new Date('2027-06-04T16:00:00Z'),
    status: 'active',
    renews: true,
    subscription: second,
  })
  const atStripe = ledger.stripe.account.subscriptions
  expect(atStripe.get(first)?.cancel_at_period_end).toBe(true)
  expect(atStripe.get(second)?.cancel_at_period_end).toBe(false)
})

test.each([
  ['amount', { amount_paid: 1 }],
  ['currency', { currency: 'eur' }],
])('records a payment of a different %s without adding time', async (what, change) => {
  const id = await ledger.begin(group)
  const events = ledger.stripe
    .pay(id)
    .map((event) =>
      event.type === 'invoice.paid'
        ? { ...event, data: { object: { ...event.data.object, ...change } } }
        : event,
    )
  await ledger.deliver(events as typeof ledger.stripe.account.events)
  expect(await ledger.status(group)).toMatchObject({ until: after(START, 3), status: null })
  expect(
    await ledger.query('select not_credited as why from payments where group_id = $1', [group.id]),
  ).toEqual([{ why: expect.stringContaining(what) }])
  expect(await ledger.notified(group)).toEqual([])
})

test('changes nothing when a different customer pays than the one who started', async () => {
  const id = await ledger.begin(group)
  await ledger.query(
    `update subscriptions set customer_id = 'cus_other' where subscription_id = $1`,
    [id],
  )
  await ledger.deliver(ledger.stripe.pay(id))
  expect(await ledger.status(group)).toMatchObject({ until: after(START, 3), status: null })
  expect(await ledger.query('select 1 from payments where group_id = $1', [group.id])).toEqual([])
})

test('refunds a payment for a deleted group, without charging again', async () => {
  const id = await ledger.begin(group)
  const events = ledger.stripe.pay(id)
  const payment = ledger.stripe.paymentOf(id)
  await ledger.query('delete from groups where id = $1', [group.id])
  await ledger.deliver(events)
  await ledger.runJobsAndDeliver()
  expect(ledger.stripe.account.subscriptions.get(id)?.status).toBe('canceled')
  expect(ledger.stripe.account.charges.get(payment)?.amount_refunded).toBe(PRICE_CENTS)
  expect(
    await ledger.query(
      `select not_credited as why, refunded from payments join payment_refunds using (payment_id)
        where payment_id = $1`,
      [payment],
    ),
  ).toEqual([{ why: 'group-gone', refunded: PRICE_CENTS }])
})
