import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestGroup } from '../system-tests/testing/factories.ts'
import { type BillingScene, daysAfter, START, startBillingScene } from './testing/billing-scene.ts'
import { overrideExpiry } from './update-paid-time.ts'

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

const setExpiry = (expiry: Date | null) =>
  overrideExpiry(scene.app.ctx.db, group.id, expiry, scene.app.clock.now())
const readStatus = () => scene.groupStatus(group)

test('adds the first payment to an expiry date that was set before it', async () => {
  await setExpiry(daysAfter(START, 10))
  expect(await readStatus()).toMatchObject({ until: daysAfter(START, 10), status: null })
  await scene.deliver(scene.stripe.pay(await scene.startPayment(group)))
  const { until } = await readStatus()
  expect(until?.getTime()).toBeGreaterThan(daysAfter(START, 10 + 180).getTime())
})

test('sets a date that includes earlier payments, and adds later payments to it', async () => {
  const id = await scene.startPayment(group)
  await scene.deliver(scene.stripe.pay(id))
  scene.app.clock.moveBy(60_000)
  const newExpiry = daysAfter(START, 400)
  await setExpiry(newExpiry)
  expect(await readStatus()).toMatchObject({ until: newExpiry, status: 'active', renews: true })
  // Other events of the subscription do not add the payment again.
  await scene.deliver(scene.stripe.cancel(id, 'period-end'))
  await scene.deliver(scene.stripe.resume(id))
  await scene.runJobsAndDeliver()
  expect(await readStatus()).toMatchObject({ until: newExpiry, status: 'active' })
  scene.app.clock.moveTo(daysAfter(START, 190).toISOString())
  await scene.deliver(scene.stripe.renew(id))
  expect((await readStatus()).until?.getTime()).toBeGreaterThan(daysAfter(newExpiry, 180).getTime())
})

test('removes the expiry date, and stops charges even if the subscription is resumed', async () => {
  const id = await scene.startPayment(group)
  await scene.deliver(scene.stripe.pay(id))
  scene.app.clock.moveBy(60_000)
  expect(await setExpiry(null)).toEqual({ stopsRenewal: true })
  await scene.runJobsAndDeliver()
  expect(await readStatus()).toMatchObject({ until: null, status: 'active', renews: false })
  expect(scene.stripe.account.subscriptions.get(id)?.cancel_at_period_end).toBe(true)
  scene.app.clock.moveBy(60_000)
  await scene.deliver(scene.stripe.resume(id))
  await scene.runJobsAndDeliver()
  expect(scene.stripe.account.subscriptions.get(id)?.cancel_at_period_end).toBe(true)
})

test('ends a payment that was started when the expiry date is removed', async () => {
  const id = await scene.startPayment(group)
  expect(await setExpiry(null)).toEqual({ stopsRenewal: false })
  await scene.runJobsAndDeliver()
  expect(scene.stripe.account.subscriptions.get(id)?.status).toBe('incomplete_expired')
})

test('ends the paid time and notifies the owner once when the date is in the past', async () => {
  await scene.deliver(scene.stripe.pay(await scene.startPayment(group)))
  scene.app.clock.moveBy(60_000)
  await setExpiry(daysAfter(START, -30))
  await scene.runJobsAndDeliver()
  expect(await readStatus()).toMatchObject({ status: 'expired', renews: false })
  expect(await scene.notificationEvents(group)).toEqual(['paid', 'subscription-ended'])
})

test('stops charges and lets the owner pay again when the date is in the past', async () => {
  const id = await scene.startPayment(group)
  await scene.deliver(scene.stripe.pay(id))
  scene.app.clock.moveBy(60_000)
  expect(await setExpiry(daysAfter(START, -30))).toEqual({ stopsRenewal: true })
  await scene.runJobsAndDeliver()
  expect(scene.stripe.account.subscriptions.get(id)?.cancel_at_period_end).toBe(true)
  scene.app.clock.moveBy(60_000)
  const newSubscriptionId = await scene.startPayment(group)
  expect(newSubscriptionId).not.toBe(id)
  await scene.deliver(scene.stripe.pay(newSubscriptionId))
  await scene.runJobsAndDeliver()
  const { status: paymentStatus, renews, until } = await readStatus()
  expect({ status: paymentStatus, renews }).toEqual({ status: 'active', renews: true })
  expect(until?.getTime()).toBeGreaterThan(daysAfter(START, 180).getTime())
})

test('stops renewals of an inactive group, even if its subscription is resumed', async () => {
  const id = await scene.startPayment(group)
  await scene.deliver(scene.stripe.pay(id))
  const superAdmin = await scene.make.golfer({ isSuperAdmin: true })
  const setActive = (isActive: boolean) =>
    scene.app
      .phone(superAdmin.session)
      .patch(`/api/admin/groups/${group.id}/toggle-active`, { isActive })
  const { until } = await readStatus()
  expect(await setActive(false)).toMatchObject({
    status: 200,
    body: { message: expect.stringMatching(/ is now inactive\. Its subscription won't renew\.$/) },
  })
  expect(await readStatus()).toMatchObject({ until, status: 'active', renews: false })
  await scene.runJobsAndDeliver()
  const endsAtProvider = () => scene.stripe.account.subscriptions.get(id)?.cancel_at_period_end
  expect(endsAtProvider()).toBe(true)
  scene.app.clock.moveBy(60_000)
  await scene.deliver(scene.stripe.resume(id))
  await scene.runJobsAndDeliver()
  expect(endsAtProvider()).toBe(true)
  const [entry] = await scene.query<{ detail: string }>(
    `select detail from audit_entries where group_id = $1 and action = 'group-deactivated'`,
    [group.id],
  )
  expect(entry?.detail).toBe("its subscription won't renew")
  // When the group is active again, its owner can resume the subscription.
  await setActive(true)
  await scene.deliver(scene.stripe.resume(id))
  await scene.runJobsAndDeliver()
  expect(endsAtProvider()).toBe(false)
  expect(await readStatus()).toMatchObject({ until, status: 'active', renews: true })
})

test('renews as before when a group is deactivated and activated right away', async () => {
  const id = await scene.startPayment(group)
  await scene.deliver(scene.stripe.pay(id))
  const superAdmin = await scene.make.golfer({ isSuperAdmin: true })
  for (const isActive of [false, true]) {
    await scene.app
      .phone(superAdmin.session)
      .patch(`/api/admin/groups/${group.id}/toggle-active`, { isActive })
  }
  await scene.runJobsAndDeliver()
  expect(scene.stripe.account.subscriptions.get(id)?.cancel_at_period_end).toBe(false)
  expect(await readStatus()).toMatchObject({ status: 'active', renews: true })
})
