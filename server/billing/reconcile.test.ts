import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestGroup } from '../system-tests/testing/factories.ts'
import { reconcile } from './reconcile.ts'
import { type BillingScene, daysAfter, startBillingScene } from './testing/billing-scene.ts'

let scene: BillingScene
let group: TestGroup

beforeAll(async () => {
  scene = await startBillingScene()
})
afterAll(() => scene.close())
beforeEach(async () => {
  scene.stripe.mode = 'ok'
  group = await scene.makeTrialGroup(3)
})

const listStatuses = async () =>
  (await scene.query('select status from subscriptions where group_id = $1', [group.id])).map(
    ({ status }) => status,
  )

test('marks a group as paid once without any webhook', async () => {
  const id = await scene.startPayment(group)
  const events = scene.stripe.pay(id)
  const day = scene.app.clock.now()
  scene.app.clock.moveBy(3_600_000)
  await Promise.all([reconcile(scene.app.ctx), reconcile(scene.app.ctx)])
  await scene.runJobsAndDeliver()
  expect(await scene.groupStatus(group)).toMatchObject({ status: 'active', subscription: id })
  // The events arrive late and change nothing.
  await scene.deliver(events)
  await scene.runJobsAndDeliver()
  const status = await scene.groupStatus(group)
  expect(status).toMatchObject({ status: 'active', renews: true, subscription: id })
  expect(status.until?.getTime()).toBeGreaterThan(daysAfter(day, 180).getTime())
  expect(await scene.notificationEvents(group)).toEqual(['paid'])
})

test('finds a renewal whose webhook events were lost', async () => {
  const id = await scene.startPayment(group)
  await scene.deliver(scene.stripe.pay(id))
  scene.app.clock.moveTo(daysAfter(scene.app.clock.now(), 190).toISOString())
  const lostEvents = scene.stripe.failRenewal(id)
  scene.stripe.account.events.splice(-lostEvents.length)
  await reconcile(scene.app.ctx)
  await scene.runJobsAndDeliver()
  expect(await scene.groupStatus(group)).toMatchObject({ status: 'past_due', renews: true })
})

test('abandons a checkout that never became a subscription', async () => {
  const id = await scene.startPayment(group)
  scene.stripe.expire(id)
  scene.stripe.account.events.splice(0)
  scene.app.clock.moveBy(3_600_001)
  await reconcile(scene.app.ctx)
  await scene.runJobsAndDeliver()
  expect(await listStatuses()).toEqual(['abandoned'])

  // For this checkout, the provider was called but did not respond.
  await scene.query(
    `insert into subscriptions (group_id, slug, golfer_id, created_at) values ($1, $2, $3, $4)`,
    [group.id, group.slug, group.owner.id, scene.app.clock.now()],
  )
  await reconcile(scene.app.ctx)
  expect(await listStatuses()).toEqual(['abandoned', 'started'])
  scene.app.clock.moveBy(24 * 3_600_000 + 1)
  await reconcile(scene.app.ctx)
  expect(await listStatuses()).toEqual(['abandoned', 'abandoned'])
})

test('fails the job and changes nothing while the provider is unavailable', async () => {
  const id = await scene.startPayment(group)
  scene.stripe.pay(id)
  scene.stripe.mode = 'broken'
  await expect(reconcile(scene.app.ctx)).rejects.toThrow()
  expect(await scene.groupStatus(group)).toMatchObject({ status: null })
  expect(await scene.notificationEvents(group)).toEqual([])
})
