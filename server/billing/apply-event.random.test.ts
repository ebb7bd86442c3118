// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestGroup } from '../system-tests/testing/factories.ts'
import { abandonCheckout } from './checkouts/store.ts'
import { queueCancellation } from './end-subscription.ts'
import { type BillingScene, startBillingScene } from './testing/billing-scene.ts'
import { outcomeTester, type PaymentHistory } from './testing/outcomes.ts'
import { seededRandom, shuffled } from './testing/seeded-random.ts'

// These tests deliver each random payment history twice: in order, and in random order with duplicates. The
// outcome must be the same.

const HISTORY_COUNT = 16
const STEP_COUNT = 9

let scene: BillingScene
let tester: ReturnType<typeof outcomeTester>

beforeAll(async () => {
  scene = await startBillingScene()
  tester = outcomeTester(scene)
})
afterAll(() => scene.close())

/** Abandons the open checkout, as the app does, and starts another one. */
async function beginAgain(group: TestGroup): Promise<string> {
  const { db } = scene.app.ctx
  const open = await scene.query<{ id: number }>(
    `select id from subscriptions where group_id = $1 and status in ('started', 'incomplete')`,
    [group.id],
  )
  for (const { id } of open) {
    await abandonCheckout(db, id)
    await queueCancellation(db, id, 'now')
  }
  return scene.startPayment(group)
}

function historyOf(seed: number): PaymentHistory {
  return async (group) => {
    const random = seededRandom(seed)
    const pick = <T>(things: readonly T[]) => things[Math.floor(random() * things.length)]
    const { stripe, app } = scene
    const eventCountBefore = stripe.account.events.length
    const ids = [await scene.startPayment(group)]
    const disputeActions = new Set<string>()
    /** Throws if `action` has happened before: a bank opens and closes only one dispute per payment. */
    const refuseRepeat = (action: string) => {
      if (disputeActions.has(action)) throw new Error('This has already happened')
      disputeActions.add(action)
    }
    const dispute = (payment: string) => {
      refuseRepeat(payment)
      return stripe.dispute(payment)
    }
    const closeDispute = (payment: string, outcome: 'won' | 'lost') => {
      if (!disputeActions.has(payment)) throw new Error('There is no dispute to close')
      refuseRepeat(`${payment} closed`)
      return stripe.closeDispute(payment, outcome)
    }
    if (random() < 0.9) stripe.pay(ids[0] ?? '')
    for (let step = 0; step < STEP_COUNT; step += 1) {
      app.clock.moveBy(random() < 0.4 ? 0 : 1_000 + Math.floor(random() * 40 * 86_400) * 1_000)
      const id = pick(ids) ?? ''
      const steps = [
        async () => void ids.push(await beginAgain(group)),
        () => stripe.pay(id),
        () => stripe.pay(id),
        () => stripe.decline(id),
        () => stripe.requireAction(id),
        () => stripe.renew(id),
        () => stripe.failRenewal(id),
        () => stripe.cancel(id, 'period-end'),
        () => stripe.resume(id),
        () => stripe.cancel(id, 'now'),
        () => stripe.refund(stripe.paymentOf(id), random() < 0.5 ? 100 : undefined),
        () => dispute(stripe.paymentOf(id)),
        () => closeDispute(stripe.paymentOf(id), random() < 0.5 ? 'won' : 'lost'),
      ]
      try {
        await pick(steps)?.()
      } catch {
        // This step isn't possible in the current state, so skip it.
      }
    }
    return stripe.account.events.slice(eventCountBefore)
  }
}

test.each(Array.from({ length: HISTORY_COUNT }, (_, seed) => seed + 1))(
  'ends random history %i in a valid state',
  async (seed) => {
    const random = seededRandom(1_000 + seed)
    const reported: string[] = []
    const expected = await tester.run(historyOf(seed), (events) => {
      reported.push(...events.map(({ type }) => type))
      return scene.deliver(events)
    })
    expect(reported.length).toBeGreaterThan(1)
    const got = await tester.run(historyOf(seed), (events) => {
      const duplicated = events.filter(() => random() < 0.5)
      return tester.deliver(
        [scene.app],
        shuffled([...events, ...duplicated, ...duplicated], random),
      )
    })
    tester.expectSame(expected, got)
  },
)
