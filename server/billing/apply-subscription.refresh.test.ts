import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestGroup } from '../system-tests/testing/factories.ts'
import { refreshSubscription } from './apply-subscription.ts'
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
  await ledger.runJobsAndDeliver()
})

/** Runs the job. After each of the first `count` reads, an event arrives. Returns how often the job read. */
async function refreshWhile(count: number, change: () => ReturnType<LedgerScene['stripe']['pay']>) {
  const { ctx, clock } = ledger.app
  const { payments } = ctx
  if (payments === undefined) throw new Error('Payments are off')
  let reads = 0
  const interrupted: typeof payments = {
    ...payments,
    async readSubscription(id) {
      const read = await payments.readSubscription(id)
      reads += 1
      clock.moveBy(1_000)
      if (reads <= count) await ledger.deliver(change())
      return read
    },
  }
  const [row] = await ledger.query<{ id: number }>(
    'select id from subscriptions where subscription_id = $1',
    [subscriptionId],
  )
  const refreshed = refreshSubscription({ ...ctx, payments: interrupted }, { id: row?.id })
  return { reads: () => reads, refreshed }
}

test('reads again when a webhook event arrives during the read', async () => {
  const { refreshed, reads } = await refreshWhile(1, () =>
    ledger.stripe.cancel(subscriptionId, 'period-end'),
  )
  await refreshed
  expect(reads()).toBe(2)
  expect(await ledger.status(group)).toMatchObject({ status: 'active', renews: false })
})

test('fails if an event arrives during every read', async () => {
  const { cancel, resume } = ledger.stripe
  let isEnding = false
  const { refreshed, reads } = await refreshWhile(Number.POSITIVE_INFINITY, () => {
    isEnding = !isEnding
    return isEnding ? cancel(subscriptionId, 'period-end') : resume(subscriptionId)
  })
  await expect(refreshed).rejects.toThrow('arrived while its subscription was being read')
  expect(reads()).toBe(3)
})
