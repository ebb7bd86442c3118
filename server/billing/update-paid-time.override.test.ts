import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestGroup } from '../system-tests/testing/factories.ts'
import { after, type LedgerScene, START, startLedger } from './testing/ledger-scene.ts'
import { overrideExpiry } from './update-paid-time.ts'

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

const setExpiry = (expiry: Date | null) =>
  overrideExpiry(ledger.app.ctx.db, group.id, expiry, ledger.app.clock.now())
const status = () => ledger.status(group)

test('adds the first payment to an expiry date that was set before it', async () => {
  await setExpiry(after(START, 10))
  expect(await status()).toMatchObject({ until: after(START, 10), status: null })
  await ledger.deliver(ledger.stripe.pay(await ledger.begin(group)))
  const { until } = await status()
  expect(until?.getTime()).toBeGreaterThan(after(START, 10 + 180).getTime())
})

test('sets a date that includes earlier payments, and adds later payments to it', async () => {
  const id = await ledger.begin(group)
  await ledger.deliver(ledger.stripe.pay(id))
  ledger.app.clock.moveBy(60_000)
  const newExpiry = after(START, 400)
  await setExpiry(newExpiry)
  expect(await status()).toMatchObject({ until: newExpiry, status: 'active', renews: true })
  // Other events of the subscription do not add the payment again.
  await ledger.deliver(ledger.stripe.cancel(id, 'period-end'))
  await ledger.deliver(ledger.stripe.resume(id))
  await ledger.runJobsAndDeliver()
  expect(await status()).toMatchObject({ until: newExpiry, status: 'active' })
  ledger.app.clock.moveTo(after(START, 190).toISOString())
  await ledger.deliver(ledger.stripe.renew(id))
  expect((await status()).until?.getTime()).toBeGreaterThan(after(newExpiry, 180).getTime())
})

test('removes the expiry date, and stops charges even if the subscription is resumed', async () => {
  const id = await ledger.begin(group)
  await ledger.deliver(ledger.stripe.pay(id))
  ledger.app.clock.moveBy(60_000)
  expect(await setExpiry(null)).toEqual({ stopsRenewal: true })
  await ledger.runJobsAndDeliver()
  expect(await status()).toMatchObject({ until: null, status: 'active', renews: false })
  expect(ledger.stripe.account.subscriptions.get(id)?.cancel_at_period_end).toBe(true)
  ledger.app.clock.moveBy(60_000)
  await ledger.deliver(ledger.stripe.resume(id))
  await ledger.runJobsAndDeliver()
  expect(ledger.stripe.account.subscriptions.get(id)?.cancel_at_period_end).toBe(true)
})

test('ends a payment that was started when the expiry date is removed', async () => {
  const id = await ledger.begin(group)
  expect(await setExpiry(null)).toEqual({ stopsRenewal: false })
  await ledger.runJobsAndDeliver()
  expect(ledger.stripe.account.subscriptions.get(id)?.status).toBe('incomplete_expired')
})

test('ends the paid time and notifies the owner once when the date is in the past', async () => {
  await ledger.deliver(ledger.stripe.pay(await ledger.begin(group)))
  ledger.app.clock.moveBy(60_000)
  await setExpiry(after(START, -30))
  await ledger.runJobsAndDeliver()
  expect(await status()).toMatchObject({ status: 'expired', renews: false })
  expect(await ledger.events(group)).toEqual(['paid', 'subscription-ended'])
})

test('stops charges and lets the owner pay again when the date is in the past', async () => {
  const id = await ledger.begin(group)
  await ledger.deliver(ledger.stripe.pay(id))
  ledger.app.clock.moveBy(60_000)
  expect(await setExpiry(after(START, -30))).toEqual({ stopsRenewal: true })
  await ledger.runJobsAndDeliver()
  expect(ledger.stripe.account.subscriptions.get(id)?.cancel_at_period_end).toBe(true)
  ledger.app.clock.moveBy(60_000)
  const again = await ledger.begin(group)
  expect(again).not.toBe(id)
  await ledger.deliver(ledger.stripe.pay(again))
  await ledger.runJobsAndDeliver()
  const { status: paymentStatus, renews, until } = await status()
  expect({ status: paymentStatus, renews }).toEqual({ status: 'active', renews: true })
  expect(until?.getTime()).toBeGreaterThan(after(START, 180).getTime())
})

test('stops renewals of an inactive group, even if its subscription is resumed', async () => {
  const id = await ledger.begin(group)
  await ledger.deliver(ledger.stripe.pay(id))
  const superAdmin = await ledger.make.golfer({ isSuperAdmin: true })
  const turn = (isActive: boolean) =>
    ledger.app
      .phone(superAdmin.session)
      .patch(`/api/admin/groups/${group.id}/toggle-active`, { isActive })
  const { until } = await status()
  expect((await turn(false)).status).toBe(200)
  expect(await status()).toMatchObject({ until, status: 'active', renews: false })
  await ledger.runJobsAndDeliver()
  const endsAtProvider = () => ledger.stripe.account.subscriptions.get(id)?.cancel_at_period_end
  expect(endsAtProvider()).toBe(true)
  ledger.app.clock.moveBy(60_000)
  await ledger.deliver(ledger.stripe.resume(id))
  await ledger.runJobsAndDeliver()
  expect(endsAtProvider()).toBe(true)
  const [entry] = await ledger.query<{ detail: string }>(
    `select detail from audit_entries where group_id = $1 and action = 'group-deactivated'`,
    [group.id],
  )
  expect(entry?.detail).toBe("its subscription won't renew")
  // When the group is active again, its owner can resume the subscription.
  await turn(true)
  await ledger.deliver(ledger.stripe.resume(id))
  await ledger.runJobsAndDeliver()
  expect(endsAtProvider()).toBe(false)
  expect(await status()).toMatchObject({ until, status: 'active', renews: true })
})

test('renews as before when a group is deactivated and activated right away', async () => {
  const id = await ledger.begin(group)
  await ledger.deliver(ledger.stripe.pay(id))
  const superAdmin = await ledger.make.golfer({ isSuperAdmin: true })
  for (const isActive of [false, true]) {
    await ledger.app
      .phone(superAdmin.session)
      .patch(`/api/admin/groups/${group.id}/toggle-active`, { isActive })
  }
  await ledger.runJobsAndDeliver()
  expect(ledger.stripe.account.subscriptions.get(id)?.cancel_at_period_end).toBe(false)
  expect(await status()).toMatchObject({ status: 'active', renews: true })
})
