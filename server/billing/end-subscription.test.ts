import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestGroup } from '../system-tests/testing/factories.ts'
import { endSubscription } from './end-subscription.ts'
import { type BillingScene, startBillingScene } from './testing/billing-scene.ts'

let scene: BillingScene
let group: TestGroup
let subscriptionId: string

beforeAll(async () => {
  scene = await startBillingScene()
})
afterAll(() => scene.close())
beforeEach(async () => {
  group = await scene.makeTrialGroup(3)
  subscriptionId = await scene.startPayment(group)
  await scene.deliver(scene.stripe.pay(subscriptionId))
  scene.app.clock.moveBy(60_000)
})

const subscriptionAtStripe = () => scene.stripe.account.subscriptions.get(subscriptionId)

async function handOver(): Promise<void> {
  const nextOwner = await scene.make.member(group)
  const answer = await scene.app
    .phone(await scene.make.signIn(group.owner.id))
    .post(`/api/groups/${group.id}/transfer-ownership`, { newOwnerId: nextOwner.id })
  expect(answer.status).toBe(200)
  await scene.runJobsAndDeliver()
  scene.app.clock.moveBy(60_000)
}

test('does not charge a former owner who resumes the subscription on an old page', async () => {
  await handOver()
  expect(subscriptionAtStripe()?.cancel_at_period_end).toBe(true)
  await scene.deliver(scene.stripe.resume(subscriptionId))
  expect(await scene.groupStatus(group)).toMatchObject({ status: 'active', renews: false })
  await scene.runJobsAndDeliver()
  expect(subscriptionAtStripe()?.cancel_at_period_end).toBe(true)
  expect(await scene.groupStatus(group)).toMatchObject({ status: 'active', renews: false })
})

test('ends a past-due subscription that must not renew before its card is charged again', async () => {
  await handOver()
  scene.stripe.resume(subscriptionId)
  await scene.deliver(scene.stripe.failRenewal(subscriptionId))
  await scene.runJobsAndDeliver()
  expect(subscriptionAtStripe()?.status).toBe('canceled')
})

test('does not end a subscription as replaced if no other one replaces it', async () => {
  const [row] = await scene.query('select id from subscriptions where subscription_id = $1', [
    subscriptionId,
  ])
  await endSubscription(scene.app.ctx, { subscriptionId: row?.['id'], when: 'replaced' })
  expect(subscriptionAtStripe()?.cancel_at_period_end).toBe(false)
})

test('lets a group be paid when the provider no longer knows its subscription', async () => {
  scene.stripe.account.subscriptions.delete(subscriptionId)
  scene.app.clock.moveBy(200 * 86_400_000)
  const newSubscriptionId = await scene.startPayment(group)
  expect(newSubscriptionId).not.toBe(subscriptionId)
  await scene.deliver(scene.stripe.pay(newSubscriptionId))
  expect(await scene.groupStatus(group)).toMatchObject({
    status: 'active',
    subscription: newSubscriptionId,
  })
})
