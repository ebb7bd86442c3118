import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestGroup } from '../system-tests/testing/factories.ts'
import { endSubscription } from './end-subscription.ts'
import { type LedgerScene, startLedger } from './testing/ledger-scene.ts'

let ledger: LedgerScene
let group: TestGroup
let subscriptionId: string

beforeAll(async () => {
  ledger = await startLedger()
})
afterAll(() => ledger.close())
beforeEach(async () => {
  group = await ledger.trial(3)
  subscriptionId = await ledger.begin(group)
  await ledger.deliver(ledger.stripe.pay(subscriptionId))
  ledger.app.clock.moveBy(60_000)
})

const atStripe = () => ledger.stripe.account.subscriptions.get(subscriptionId)

async function handOver(): Promise<void> {
  const next = await ledger.make.member(group)
  const answer = await ledger.app
    .phone(await ledger.make.signIn(group.owner.id))
    .post(`/api/groups/${group.id}/transfer-ownership`, { newOwnerId: next.id })
  expect(answer.status).toBe(200)
  await ledger.runJobsAndDeliver()
  ledger.app.clock.moveBy(60_000)
}

test('does not charge a former owner who resumes the subscription on an old page', async () => {
  await handOver()
  expect(atStripe()?.cancel_at_period_end).toBe(true)
  await ledger.deliver(ledger.stripe.resume(subscriptionId))
  expect(await ledger.status(group)).toMatchObject({ status: 'active', renews: false })
  await ledger.runJobsAndDeliver()
  expect(atStripe()?.cancel_at_period_end).toBe(true)
  expect(await ledger.status(group)).toMatchObject({ status: 'active', renews: false })
})

test('ends a past-due subscription that must not renew before its card is charged again', async () => {
  await handOver()
  ledger.stripe.resume(subscriptionId)
  await ledger.deliver(ledger.stripe.failRenewal(subscriptionId))
  await ledger.runJobsAndDeliver()
  expect(atStripe()?.status).toBe('canceled')
})

test('does not end a subscription as replaced if no other one replaces it', async () => {
  const [row] = await ledger.query('select id from subscriptions where subscription_id = $1', [
    subscriptionId,
  ])
  await endSubscription(ledger.app.ctx, { subscriptionId: row?.['id'], when: 'replaced' })
  expect(atStripe()?.cancel_at_period_end).toBe(false)
})

test('lets a group be paid when the provider no longer knows its subscription', async () => {
  ledger.stripe.account.subscriptions.delete(subscriptionId)
  ledger.app.clock.moveBy(200 * 86_400_000)
  const again = await ledger.begin(group)
  expect(again).not.toBe(subscriptionId)
  await ledger.deliver(ledger.stripe.pay(again))
  expect(await ledger.status(group)).toMatchObject({ status: 'active', subscription: again })
})
