// @module-tag thorough
import { expect, test } from 'vitest'
import { factories, type TestGroup } from '../system-tests/testing/factories.ts'
import { paymentHelpers } from '../system-tests/testing/paying.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { WEBHOOK_PATH } from './routes.ts'
import { isSandbox, type Sandbox } from './sandbox/sandbox.ts'
import { seededRandom, shuffled } from './testing/seeded-random.ts'
import { expireGroups } from './update-paid-time.ts'

// These tests deliver the sandbox's events many times and in any order. Each event must take effect once.

const START = '2026-06-01T18:00:00Z'
const DAY_MS = 86_400_000
const DELIVERIES_PER_EVENT = 100
const CONCURRENT_DELIVERIES = 12

const sandboxOf = ({ ctx: { payments } }: TestApp): Sandbox => {
  if (!isSandbox(payments)) throw new Error('The test app has no sandbox')
  return payments
}

/** Delivers every kind of payment event to two apps on one database. Returns the outcome. */
async function runHistory(
  deliver: (
    apps: readonly TestApp[],
    events: readonly { id: string; type: string }[],
  ) => Promise<void>,
) {
  const testApp = await startTestApp({ at: START })
  const secondApp = await startTestApp({ at: START, databaseUrl: testApp.databaseUrl })
  try {
    const group = await factories(testApp.ctx).group({
      expiryDate: new Date(Date.parse(START) + 3 * DAY_MS),
    })
    await simulatePayments(testApp, group)
    secondApp.clock.moveTo(testApp.clock.now().toISOString())
    const events = await sandboxOf(testApp).listEvents(new Date(0))
    await deliver([testApp, secondApp], events)
    // Run the jobs that the events queued, and the sandbox's own jobs, which deliver the same events once
    // more.
    await testApp.runJobs()
    await expireGroups(testApp.ctx)
    await testApp.runJobs()
    return { types: events.map(({ type }) => type), ...(await outcomeOf(testApp, group)) }
  } finally {
    await secondApp.close()
    await testApp.close()
  }
}

async function simulatePayments(testApp: TestApp, group: TestGroup): Promise<void> {
  const money = paymentHelpers(testApp)
  const sandbox = sandboxOf(testApp)
  const beginResponse = await money.begin(group)
  await money.confirm(beginResponse, 'pm_card_chargeDeclined')
  testApp.clock.moveBy(5_000)
  const { clientSecret = '' } = beginResponse.body as { clientSecret?: string }
  const card = 'pm_card_authenticationRequired'
  await sandbox.confirm(clientSecret, { card })
  testApp.clock.moveBy(5_000)
  await sandbox.confirm(clientSecret, { card, authentication: 'passed' })
  const [row] = await money.query(
    'select subscription_id as id, customer_id as payer from subscriptions where group_id = $1',
    [group.id],
  )
  const subscriptionId = String(row?.id)
  const openPortal = async () =>
    /[^/]+$/.exec(await sandbox.openPortal(String(row?.payer), 'http://localhost/'))?.[0] ?? ''
  const act = async (action: 'cancel' | 'resume' | 'refund' | 'dispute') => {
    testApp.clock.moveBy(5_000)
    await sandbox.applyPortalChange(await openPortal(), { action, subscriptionId })
  }
  await act('cancel')
  await act('resume')
  // At the renewal, the bank asks for a confirmation and gets no response. A later retry with another card is
  // paid.
  testApp.clock.moveBy(184 * DAY_MS)
  await sandbox.runDueWork()
  testApp.clock.moveBy(DAY_MS)
  await sandbox.applyPortalChange(await openPortal(), { action: 'card', card: 'pm_card_visa' })
  testApp.clock.moveBy(3 * DAY_MS)
  await sandbox.runDueWork()
  for (const action of ['dispute', 'dispute', 'refund', 'cancel'] as const) await act(action)
}

async function outcomeOf(testApp: TestApp, { id }: TestGroup) {
  const { query } = paymentHelpers(testApp)
  return {
    group: await query(
      'select expiry_date, subscription_status, renews from groups where id = $1',
      [id],
    ),
    subscriptions: await query(
      'select status, cancel_at_period_end, period_end from subscriptions where group_id = $1',
      [id],
    ),
    payments: await query(
      `select period_start, period_end, paid_at, failed_at, action_required_at, not_credited,
        is_renewal, refunded, disputed, dispute_outcome
       from payments left join payment_refunds using (payment_id)
       where group_id = $1 order by period_start`,
      [id],
    ),
    paid: await query(
      `select event from deliveries where group_id = $1 and event in ('paid', 'subscription-ended')`,
      [id],
    ),
  }
}

async function send(app: TestApp, eventId: string): Promise<void> {
  const request = await sandboxOf(app).signedEventRequest(eventId)
  if (request === undefined) throw new Error(`There is no event ${eventId}`)
  const answer = await fetch(app.url + WEBHOOK_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': request.signature },
    body: new Uint8Array(request.body),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${eventId}: ${answer.status} ${text}`)
}

async function deliverInOrder([testApp]: readonly TestApp[], events: readonly { id: string }[]) {
  for (const { id } of events) if (testApp !== undefined) await send(testApp, id)
}

test('ends in the same state when the event of the first payment comes last', async () => {
  const got = await runHistory(async ([testApp], events) => {
    const paid = events.find(({ type }) => type === 'invoice.paid')
    if (testApp === undefined || paid === undefined) throw new Error('No payment happened')
    await deliverInOrder([testApp], [...events.filter(({ id }) => id !== paid.id), paid])
  })
  expect(got).toEqual(await runHistory(deliverInOrder))
})

test(`applies sandbox events ${DELIVERIES_PER_EVENT} times each, shuffled over two apps, as if once`, async () => {
  const expected = await runHistory(deliverInOrder)
  expect(new Set(expected.types).size).toBe(9)
  expect(expected.group).toMatchObject([{ renews: false }])
  expect(expected.payments).toHaveLength(2)
  expect(expected.paid.filter(({ event }) => event === 'paid')).toHaveLength(2)

  const got = await runHistory(async (apps, events) => {
    const ids = events.map(({ id }) => id)
    const remainingIds = shuffled(
      Array.from({ length: DELIVERIES_PER_EVENT }, () => ids).flat(),
      seededRandom(7),
    )
    const deliverRemaining = async (n: number) => {
      const app = apps[n % apps.length]
      for (
        let id = remainingIds.pop();
        id !== undefined && app !== undefined;
        id = remainingIds.pop()
      ) {
        await send(app, id)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT_DELIVERIES }, (_, n) => deliverRemaining(n)))
  })
  expect(got).toEqual(expected)
})
