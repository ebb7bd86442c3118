import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PRICE_CENTS } from '../../contract/limits.ts'
import type { TestGroup } from '../system-tests/testing/factories.ts'
import { type BillingScene, daysAfter, START, startBillingScene } from './testing/billing-scene.ts'

let scene: BillingScene
let group: TestGroup

beforeAll(async () => {
  scene = await startBillingScene()
})
afterAll(() => scene.close())
beforeEach(async () => {
  scene.app.clock.moveTo(START)
  group = await scene.makeTrialGroup(3)
})

const moveTo = (at: Date) => scene.app.clock.moveTo(at.toISOString())
const readPaidUntil = async () => (await scene.groupStatus(group)).until

async function beginAndPay(): Promise<string> {
  const id = await scene.startPayment(group)
  await scene.deliver(scene.stripe.pay(id))
  return id
}

async function listPaidDays(): Promise<number[]> {
  const rows = await scene.query<{ days: number }>(
    `select extract(epoch from period_end - period_start)::int / 86400 as days from payments
      where group_id = $1 and paid_at is not null order by period_start`,
    [group.id],
  )
  return rows.map(({ days }) => days)
}

test('keeps the remaining trial days when a trial is paid, and notifies the owner', async () => {
  const subscriptionId = await scene.startPayment(group)
  expect(await scene.groupStatus(group)).toMatchObject({ status: null, renews: false })
  await scene.deliver(scene.stripe.pay(subscriptionId))
  const [days = 0] = await listPaidDays()
  expect(days).toBeGreaterThan(180)
  const end = daysAfter(START, 3 + days)
  expect(await scene.groupStatus(group)).toEqual({
    until: end,
    status: 'active',
    renews: true,
    subscription: subscriptionId,
  })
  expect(await scene.listNotifications(group)).toMatchObject([
    { event: 'paid', golferId: group.owner.id, data: { paidUntil: end.toISOString() } },
  ])
})

test('starts the paid time now when the trial has expired', async () => {
  group = await scene.makeTrialGroup(-40)
  await beginAndPay()
  const [days = 0] = await listPaidDays()
  expect(await readPaidUntil()).toEqual(daysAfter(START, days))
})

test('changes nothing when the first card is declined', async () => {
  const id = await scene.startPayment(group)
  await scene.deliver([...scene.stripe.decline(id), ...scene.stripe.requireAction(id)])
  expect(await scene.groupStatus(group)).toEqual({
    until: daysAfter(START, 3),
    status: null,
    renews: false,
    subscription: null,
  })
  expect(await scene.listNotifications(group)).toEqual([])
})

test('adds months with a renewal and notifies the owner', async () => {
  const id = await beginAndPay()
  const [firstDays = 0] = await listPaidDays()
  moveTo(daysAfter(START, firstDays))
  await scene.deliver(scene.stripe.renew(id))
  await scene.runJobsAndDeliver()
  const [, secondDays = 0] = await listPaidDays()
  expect(await scene.groupStatus(group)).toMatchObject({
    until: daysAfter(START, 3 + firstDays + secondDays),
    status: 'active',
    renews: true,
  })
  expect(await scene.notificationEvents(group)).toEqual(['paid', 'paid'])
})

test('handles a failed renewal: past due, one notification per reason, grace period, end', async () => {
  const id = await beginAndPay()
  const end = (await readPaidUntil()) ?? new Date(0)
  const [days = 0] = await listPaidDays()
  moveTo(daysAfter(START, days))
  await scene.deliver(scene.stripe.failRenewal(id))
  await scene.deliver(scene.stripe.requireAction(id))
  moveTo(daysAfter(START, days + 3))
  await scene.deliver(scene.stripe.decline(id))
  await scene.runJobsAndDeliver()
  expect(await scene.groupStatus(group)).toMatchObject({
    until: end,
    status: 'past_due',
    renews: true,
  })
  const graceUntil = daysAfter(end, 7).toISOString()
  const url = expect.stringContaining('https://invoice.stripe.com/')
  expect((await scene.listNotifications(group)).slice(1)).toMatchObject([
    { event: 'payment-failed', data: { graceUntil, action: false, url } },
    { event: 'payment-failed', data: { graceUntil, action: true, url } },
  ])

  moveTo(new Date(daysAfter(end, 7).getTime() - 1))
  await scene.runJobsAndDeliver()
  expect(await scene.groupStatus(group)).toMatchObject({ status: 'past_due', renews: true })
  moveTo(daysAfter(end, 7))
  await scene.runJobsAndDeliver()
  expect(await scene.groupStatus(group)).toEqual({
    until: end,
    status: 'expired',
    renews: false,
    subscription: null,
  })
  expect(scene.stripe.account.subscriptions.get(id)?.status).toBe('canceled')
  expect((await scene.notificationEvents(group)).slice(3)).toEqual(['subscription-ended'])
  await scene.runJobsAndDeliver()
  expect(await scene.notificationEvents(group)).toHaveLength(4)
})

test('accepts a late payment of a renewal', async () => {
  const id = await beginAndPay()
  const [days = 0] = await listPaidDays()
  moveTo(daysAfter(START, days))
  await scene.deliver(scene.stripe.failRenewal(id))
  await scene.runJobsAndDeliver()
  moveTo(daysAfter(START, days + 5))
  await scene.deliver(scene.stripe.pay(id))
  await scene.runJobsAndDeliver()
  const [, secondDays = 0] = await listPaidDays()
  expect(await scene.groupStatus(group)).toMatchObject({
    until: daysAfter(START, 3 + days + secondDays),
    status: 'active',
    renews: true,
  })
  expect(await scene.notificationEvents(group)).toEqual(['paid', 'payment-failed', 'paid'])
})

test.each([
  ['after the paid time', 4],
  ['within the paid time', 1],
])('ends a past-due subscription that its payer cancels %s', async (_, daysLate) => {
  const id = await beginAndPay()
  const end = await readPaidUntil()
  const [days = 0] = await listPaidDays()
  moveTo(daysAfter(START, days))
  await scene.deliver(scene.stripe.failRenewal(id))
  moveTo(daysAfter(START, days + daysLate))
  await scene.deliver(scene.stripe.cancel(id, 'period-end'))
  const next = await scene.startPayment(group)
  expect(next).not.toBe(id)
  await scene.runJobsAndDeliver()
  expect(scene.stripe.account.subscriptions.get(id)?.status).toBe('canceled')
  expect(await scene.groupStatus(group)).toMatchObject({ until: end, renews: false })
  await scene.deliver(scene.stripe.pay(next))
  await scene.runJobsAndDeliver()
  expect(await scene.groupStatus(group)).toMatchObject({
    status: 'active',
    renews: true,
    subscription: next,
  })
})

test('stays active until the end after a cancellation, and can be paid again before', async () => {
  const id = await beginAndPay()
  const end = (await readPaidUntil()) ?? new Date(0)
  await scene.deliver(scene.stripe.cancel(id, 'period-end'))
  await scene.runJobsAndDeliver()
  expect(await scene.groupStatus(group)).toEqual({
    until: end,
    status: 'active',
    renews: false,
    subscription: id,
  })
  scene.app.clock.moveBy(60_000)
  const next = await scene.startPayment(group)
  await scene.deliver(scene.stripe.pay(next))
  expect(end).toEqual(new Date('2026-12-04T16:00:00Z'))
  expect(await scene.groupStatus(group)).toEqual({
    until: new Date('2027-06-04T16:00:00Z'),
    status: 'active',
    renews: true,
    subscription: next,
  })
})

test('notifies once about the end, whichever node detects it', async () => {
  const id = await beginAndPay()
  const end = (await readPaidUntil()) ?? new Date(0)
  await scene.deliver(scene.stripe.cancel(id, 'period-end'))
  moveTo(new Date(end.getTime() - 1))
  await scene.runJobsAndDeliver()
  expect(await scene.groupStatus(group)).toMatchObject({ status: 'active' })
  moveTo(end)
  // Let the webhook event arrive before the job runs.
  await scene.deliver(scene.stripe.cancel(id, 'now'))
  await Promise.all([scene.runJobsAndDeliver(), scene.runJobsAndDeliver()])
  expect(await scene.groupStatus(group)).toEqual({
    until: end,
    status: 'expired',
    renews: false,
    subscription: null,
  })
  expect(await scene.notificationEvents(group)).toEqual(['paid', 'subscription-ended'])
})

test('removes paid time after a full refund, without charging again', async () => {
  const subscriptionId = await beginAndPay()
  const payment = scene.stripe.paymentOf(subscriptionId)
  await scene.deliver(scene.stripe.refund(payment, 1_000))
  expect(await scene.groupStatus(group)).toMatchObject({ status: 'active', renews: true })
  const before = (await readPaidUntil())?.toISOString()
  await scene.deliver(scene.stripe.refund(payment))
  await scene.runJobsAndDeliver()
  expect(await scene.groupStatus(group)).toEqual({
    until: daysAfter(START, 3),
    status: null,
    renews: false,
    subscription: null,
  })
  expect(scene.stripe.account.subscriptions.get(subscriptionId)?.status).toBe('canceled')
  expect((await scene.listNotifications(group)).slice(1)).toMatchObject([
    {
      event: 'payment-returned',
      data: { amount: 1_000, how: 'refunded', isPartial: true, until: before },
    },
    {
      event: 'payment-returned',
      data: {
        amount: PRICE_CENTS,
        how: 'refunded',
        isPartial: false,
        until: daysAfter(START, 3).toISOString(),
      },
    },
  ])
  moveTo(daysAfter(START, 3))
  await scene.runJobsAndDeliver()
  expect(await scene.groupStatus(group)).toMatchObject({
    renews: false,
    until: daysAfter(START, 3),
  })
})

test.each(['won', 'lost'] as const)('handles a dispute that is %s', async (outcome) => {
  const id = await beginAndPay()
  const end = await readPaidUntil()
  const payment = scene.stripe.paymentOf(id)
  await scene.deliver(scene.stripe.dispute(payment))
  await scene.runJobsAndDeliver()
  expect(await readPaidUntil()).toEqual(daysAfter(START, 3))
  await scene.deliver(scene.stripe.closeDispute(payment, outcome))
  await scene.runJobsAndDeliver()
  const isWon = outcome === 'won'
  expect(await scene.groupStatus(group)).toEqual({
    until: isWon ? end : daysAfter(START, 3),
    status: isWon ? 'active' : null,
    // After a dispute, payers are not charged again unless they resume the subscription.
    renews: false,
    subscription: isWon ? id : null,
  })
  expect(scene.stripe.account.subscriptions.get(id)?.cancel_at_period_end).toBe(true)
  expect((await scene.listNotifications(group)).slice(1)).toMatchObject([
    {
      event: 'payment-returned',
      data: { amount: PRICE_CENTS, how: 'disputed', until: daysAfter(START, 3).toISOString() },
    },
  ])
})

test('keeps only the newer of two renewing subscriptions and counts the paid time of both', async () => {
  const first = await beginAndPay()
  await scene.query(`update subscriptions set status = 'canceled' where subscription_id = $1`, [
    first,
  ])
  const second = await scene.startPayment(group)
  await scene.query(`update subscriptions set status = 'active' where subscription_id = $1`, [
    first,
  ])
  expect(second).not.toBe(first)
  await scene.deliver(scene.stripe.pay(second))
  await scene.runJobsAndDeliver()
  expect(await scene.groupStatus(group)).toEqual({
    until: new Date('2027-06-04T16:00:00Z'),
    status: 'active',
    renews: true,
    subscription: second,
  })
  const atStripe = scene.stripe.account.subscriptions
  expect(atStripe.get(first)?.cancel_at_period_end).toBe(true)
  expect(atStripe.get(second)?.cancel_at_period_end).toBe(false)
})

test.each([
  ['amount', { amount_paid: 1 }],
  ['currency', { currency: 'eur' }],
])('records a payment of a different %s without adding time', async (what, change) => {
  const id = await scene.startPayment(group)
  const events = scene.stripe
    .pay(id)
    .map((event) =>
      event.type === 'invoice.paid'
        ? { ...event, data: { object: { ...event.data.object, ...change } } }
        : event,
    )
  await scene.deliver(events as typeof scene.stripe.account.events)
  expect(await scene.groupStatus(group)).toMatchObject({ until: daysAfter(START, 3), status: null })
  expect(
    await scene.query('select not_credited as why from payments where group_id = $1', [group.id]),
  ).toEqual([{ why: expect.stringContaining(what) }])
  expect(await scene.listNotifications(group)).toEqual([])
})

test('changes nothing when a different customer pays than the one who started', async () => {
  const id = await scene.startPayment(group)
  await scene.query(
    `update subscriptions set customer_id = 'cus_other' where subscription_id = $1`,
    [id],
  )
  await scene.deliver(scene.stripe.pay(id))
  expect(await scene.groupStatus(group)).toMatchObject({ until: daysAfter(START, 3), status: null })
  expect(await scene.query('select 1 from payments where group_id = $1', [group.id])).toEqual([])
})

test('refunds a payment for a deleted group, without charging again', async () => {
  const id = await scene.startPayment(group)
  const events = scene.stripe.pay(id)
  const payment = scene.stripe.paymentOf(id)
  await scene.query('delete from groups where id = $1', [group.id])
  await scene.deliver(events)
  await scene.runJobsAndDeliver()
  expect(scene.stripe.account.subscriptions.get(id)?.status).toBe('canceled')
  expect(scene.stripe.account.charges.get(payment)?.amount_refunded).toBe(PRICE_CENTS)
  expect(
    await scene.query(
      `select not_credited as why, refunded from payments join payment_refunds using (payment_id)
        where payment_id = $1`,
      [payment],
    ),
  ).toEqual([{ why: 'group-gone', refunded: PRICE_CENTS }])
})
