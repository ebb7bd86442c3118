import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestGroup } from '../system-tests/testing/factories.ts'
import { refreshSubscription } from './apply-subscription.ts'
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
  await scene.runJobsAndDeliver()
})

/**
 * Starts the refresh. An event arrives after each of the first `count` reads. Returns its promise, and a
 * function that returns the number of reads.
 */
async function refreshDuringEvents(
  count: number,
  change: () => ReturnType<BillingScene['stripe']['pay']>,
) {
  const { ctx, clock } = scene.app
  const { payments } = ctx
  if (payments === undefined) throw new Error('Payments are off')
  let reads = 0
  const interruptedPayments: typeof payments = {
    ...payments,
    async readSubscription(id) {
      const read = await payments.readSubscription(id)
      reads += 1
      clock.moveBy(1_000)
      if (reads <= count) await scene.deliver(change())
      return read
    },
  }
  const [row] = await scene.query<{ id: number }>(
    'select id from subscriptions where subscription_id = $1',
    [subscriptionId],
  )
  const refreshing = refreshSubscription({ ...ctx, payments: interruptedPayments }, { id: row?.id })
  return { readCount: () => reads, refreshing }
}

test('reads again when a webhook event arrives during the read', async () => {
  const { refreshing, readCount } = await refreshDuringEvents(1, () =>
    scene.stripe.cancel(subscriptionId, 'period-end'),
  )
  await refreshing
  expect(readCount()).toBe(2)
  expect(await scene.groupStatus(group)).toMatchObject({ status: 'active', renews: false })
})

test('fails if an event arrives during every read', async () => {
  const { cancel, resume } = scene.stripe
  let isEnding = false
  const { refreshing, readCount } = await refreshDuringEvents(Number.POSITIVE_INFINITY, () => {
    isEnding = !isEnding
    return isEnding ? cancel(subscriptionId, 'period-end') : resume(subscriptionId)
  })
  await expect(refreshing).rejects.toThrow('arrived while its subscription was being read')
  expect(readCount()).toBe(3)
})
