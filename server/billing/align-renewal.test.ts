import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GroupSubscription } from '../../contract/billing.ts'
import { StripeFault } from '../providers/payments/testing/stripe-fault.ts'
import type { TestGroup } from '../system-tests/testing/factories.ts'
import { reconcile } from './reconcile.ts'
import { type BillingScene, daysAfter, START, startBillingScene } from './testing/billing-scene.ts'
import { seededRandom } from './testing/seeded-random.ts'
import { overrideExpiry, updatePaidTime } from './update-paid-time.ts'

// These tests check that three dates agree: the next charge as we show it, the provider's next charge, and
// the end of the paid time.

const HISTORY_COUNT = 10
const STEP_COUNT = 10

let scene: BillingScene
let group: TestGroup

beforeAll(async () => {
  scene = await startBillingScene()
})
afterAll(() => scene.close())
beforeEach(() => scene.app.clock.moveTo(START))

async function readSubscription(): Promise<GroupSubscription> {
  const { body } = await scene.app
    .phone(await scene.make.signIn(group.owner.id))
    .get(`/api/groups/${group.id}/subscription`)
  return body as GroupSubscription
}

async function listLiveSubscriptions() {
  const rows = await scene.query<{ id: string }>(
    'select subscription_id as id from subscriptions where group_id = $1 order by subscriptions.id',
    [group.id],
  )
  return rows.flatMap(({ id }) => {
    const subscription = scene.stripe.account.subscriptions.get(id)
    return subscription && ['active', 'trialing', 'past_due'].includes(subscription.status)
      ? [subscription]
      : []
  })
}
const endOf = (subscription: Awaited<ReturnType<typeof listLiveSubscriptions>>[number]) =>
  new Date((subscription.items.data[0]?.current_period_end ?? 0) * 1_000).toISOString()
const inWholeSeconds = (instant: string | null) => instant?.replace(/\.\d+/, '.000') ?? null

async function expectOneDate(): Promise<void> {
  const { nextPaymentAt, paidUntil, state } = await readSubscription()
  const subscriptions = await listLiveSubscriptions()
  const renewingSubscriptions = subscriptions.filter(
    ({ status, cancel_at_period_end: ends }) => status !== 'past_due' && !ends,
  )
  expect(renewingSubscriptions.map(endOf)).toEqual(
    nextPaymentAt === null ? [] : [inWholeSeconds(nextPaymentAt)],
  )
  if (nextPaymentAt !== null) expect(nextPaymentAt).toBe(paidUntil)
  const last = subscriptions.at(-1)
  if (state === 'active' && paidUntil !== null && last?.cancel_at_period_end) {
    expect(new Date((last.cancel_at ?? 0) * 1_000).toISOString()).toBe(inWholeSeconds(paidUntil))
  }
}

async function pay(): Promise<string> {
  const id = await scene.startPayment(group)
  await scene.deliver(scene.stripe.pay(id))
  await scene.runJobsAndDeliver()
  return id
}

const override = (expiry: Date | null) =>
  scene.app.ctx.db.transaction((tx) => overrideExpiry(tx, group.id, expiry, scene.app.clock.now()))

test('shows one end date everywhere after paying on the first trial day, even after a cancellation', async () => {
  scene.app.clock.moveTo('2026-11-22T17:00:00Z')
  group = await scene.makeTrialGroup(30)
  const id = await pay()
  const end = '2027-06-22T17:00:00.000Z'
  expect(await readSubscription()).toMatchObject({ paidUntil: end, nextPaymentAt: end })
  const [subscription] = await listLiveSubscriptions()
  expect(subscription).toMatchObject({
    id,
    status: 'trialing',
    trial_end: Date.parse(end) / 1_000,
  })
  expect([...scene.stripe.account.charges.values()].at(-1)).toMatchObject({ amount: 3_995 })
  await scene.deliver(scene.stripe.cancel(id, 'period-end'))
  await scene.runJobsAndDeliver()
  expect(await readSubscription()).toMatchObject({ paidUntil: end, nextPaymentAt: null })
  expect((await listLiveSubscriptions())[0]).toMatchObject({ cancel_at: Date.parse(end) / 1_000 })
})

test('ends with the paid time when cancelled before the provider moved the date', async () => {
  group = await scene.makeTrialGroup(20)
  const id = await scene.startPayment(group)
  await scene.deliver([...scene.stripe.pay(id), ...scene.stripe.cancel(id, 'period-end')])
  await scene.runJobsAndDeliver()
  await expectOneDate()
  expect((await readSubscription()).nextPaymentAt).toBeNull()
})

test('adds calendar months, even at the end of a month', async () => {
  scene.app.clock.moveTo('2026-08-01T16:00:00Z')
  group = await scene.makeTrialGroup(30)
  const id = await pay()
  expect((await readSubscription()).paidUntil).toBe('2027-02-28T16:00:00.000Z')
  scene.app.clock.moveTo('2027-02-28T16:00:00Z')
  await scene.deliver(scene.stripe.renew(id))
  await scene.runJobsAndDeliver()
  expect((await readSubscription()).paidUntil).toBe('2027-08-28T16:00:00.000Z')
  await expectOneDate()
})

describe('expiry date set by a super admin', () => {
  test.each([
    ['later', 400],
    ['earlier', 20],
  ])('moves the next charge to it when it is %s', async (_, days) => {
    group = await scene.makeTrialGroup(10)
    await pay()
    const end = new Date(daysAfter(START, days).getTime() + 999)
    await override(end)
    await scene.runJobsAndDeliver()
    expect(await readSubscription()).toMatchObject({ nextPaymentAt: end.toISOString() })
    await expectOneDate()
  })

  test('charges nobody before a date that the provider does not accept', async () => {
    group = await scene.makeTrialGroup(10)
    const id = await pay()
    await override(daysAfter(START, 2_000))
    await scene.runJobsAndDeliver()
    expect(scene.stripe.account.subscriptions.get(id)?.cancel_at_period_end).toBe(true)
    expect(await readSubscription()).toMatchObject({
      paidUntil: daysAfter(START, 2_000).toISOString(),
      nextPaymentAt: null,
    })
  })
})

test('moves an older subscription that is resumed after the newest one was canceled', async () => {
  const { stripe } = scene
  group = await scene.makeTrialGroup(10)
  const older = await pay()
  const deliverLater = async (makeEvents: () => Parameters<BillingScene['deliver']>[0]) => {
    // Event times have whole seconds, so events in the same second would have no order.
    scene.app.clock.moveBy(2_000)
    await scene.deliver(makeEvents())
    await scene.runJobsAndDeliver()
  }
  await deliverLater(() => stripe.cancel(older, 'period-end'))
  const newest = await pay()
  await deliverLater(() => stripe.cancel(newest, 'period-end'))
  await deliverLater(() => stripe.resume(older))
  const { nextPaymentAt, paidUntil } = await readSubscription()
  expect(nextPaymentAt).toBe(paidUntil)
  expect((await listLiveSubscriptions()).map(endOf)[0]).toBe(inWholeSeconds(paidUntil))
})

test('retries a provider that was unavailable, and again while reconciling', async () => {
  group = await scene.makeTrialGroup(15)
  const id = await scene.startPayment(group)
  const fault = new StripeFault(500, 'Away')
  scene.stripe.refusals.set('POST /v1/subscriptions/{id}', fault)
  await scene.deliver(scene.stripe.pay(id))
  await expect(scene.app.runJobs()).rejects.toThrow('500')
  scene.stripe.refusals.clear()
  expect(scene.stripe.account.subscriptions.get(id)?.status).toBe('active')
  await scene.query('delete from graphile_worker._private_jobs')
  await reconcile(scene.app.ctx)
  await scene.runJobsAndDeliver()
  await expectOneDate()
})

/** Runs a random payment history in which each event is delivered before the next one happens. */
async function runHistory(seed: number): Promise<string[]> {
  const random = seededRandom(seed)
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low))
  const { stripe, app } = scene
  const now = () => app.clock.now()
  const doneSteps: string[] = []
  group = await scene.makeTrialGroup(between(0, 40))
  const findNewest = async () => (await listLiveSubscriptions()).at(-1)
  const deliver = async (events: Parameters<BillingScene['deliver']>[0]) => scene.deliver(events)
  /**
   * Moves the clock to the end of the newest subscription's period, so that it can renew or end. Returns its
   * id.
   */
  const moveToPeriodEnd = async () => {
    const subscription = await findNewest()
    if (subscription === undefined) throw new Error('There is no live subscription')
    if (new Date(endOf(subscription)) > now()) app.clock.moveTo(endOf(subscription))
    return subscription.id
  }
  const steps: Record<string, () => Promise<unknown>> = {
    pay: async () => deliver(stripe.pay(await scene.startPayment(group))),
    payAgain: async () => deliver(stripe.pay(await scene.startPayment(group))),
    renew: async () => deliver(stripe.renew(await moveToPeriodEnd())),
    renewOnceMore: async () => deliver(stripe.renew(await moveToPeriodEnd())),
    failAndPay: async () => {
      const id = await moveToPeriodEnd()
      await deliver(stripe.failRenewal(id))
      await scene.runJobsAndDeliver()
      await expectOneDate()
      app.clock.moveTo(daysAfter(now(), between(1, 6)).toISOString())
      await deliver(stripe.pay(id))
    },
    failRenewal: async () => deliver(stripe.failRenewal(await moveToPeriodEnd())),
    cancel: async () => deliver(stripe.cancel((await findNewest())?.id ?? '', 'period-end')),
    resume: async () => deliver(stripe.resume((await findNewest())?.id ?? '')),
    refund: async () =>
      deliver(
        stripe.refund(
          stripe.paymentOf((await findNewest())?.id ?? ''),
          random() < 0.5 ? 500 : undefined,
        ),
      ),
    dispute: async () => deliver(stripe.dispute(stripe.paymentOf((await findNewest())?.id ?? ''))),
    moveExpiryLater: async () => override(daysAfter(now(), between(30, 500))),
    moveExpirySooner: async () => override(daysAfter(now(), between(1, 60))),
    removeExpiry: async () => random() < 0.3 && override(null),
    expire: async () => random() < 0.3 && override(daysAfter(now(), -1)),
    deactivateAndActivate: async () => {
      for (const isActive of [false, true]) {
        await scene.query('update groups set is_active = $2 where id = $1', [group.id, isActive])
        await app.ctx.db.transaction((tx) => updatePaidTime(tx, group.id, now()))
        await scene.runJobsAndDeliver()
      }
    },
    wait: async () => {
      const subscription = await findNewest()
      const laterTime = daysAfter(now(), between(1, 50))
      if (subscription !== undefined && laterTime >= new Date(endOf(subscription)))
        throw new Error('It ends before then')
      app.clock.moveTo(laterTime.toISOString())
    },
  }
  const stepNames = Object.keys(steps)
  for (let step = 0; step < STEP_COUNT; step += 1) {
    const name = step === 0 ? 'pay' : (stepNames[between(0, stepNames.length)] ?? '')
    // Event times have whole seconds, so events in the same second would have no order.
    app.clock.moveBy(2_000)
    try {
      await steps[name]?.()
    } catch (error) {
      if (error instanceof Error && error.name === 'AssertionError') throw error
      // Any other error means that this step isn't possible in the current state, so skip it.
      continue
    }
    doneSteps.push(name)
    await scene.runJobsAndDeliver()
    await expectOneDate().catch((error: unknown) => {
      throw new Error(`History ${seed}: ${doneSteps.join(', ')}`, { cause: error })
    })
  }
  return doneSteps
}

test.each(Array.from({ length: HISTORY_COUNT }, (_, seed) => seed + 1))(
  'keeps one end date through random history %i',
  { tags: 'thorough' },
  async (seed) => {
    expect((await runHistory(seed)).length).toBeGreaterThan(2)
  },
)
