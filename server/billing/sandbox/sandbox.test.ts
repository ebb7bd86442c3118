import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestCard } from '../../../contract/sandbox.ts'
import { tasksOf } from '../../app/jobs.ts'
import { factories, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { applyEvent } from '../apply-event.ts'
import { isSandbox, type Sandbox } from './sandbox.ts'

// These tests take a group from its trial through payments in the sandbox, and check what each event changes.

const DAY_MS = 86_400_000
const START = '2026-06-01T16:00:00.000Z'
const TRIAL_END = '2026-06-04T16:00:00.000Z'
/** Six months (183 days) after the end of the trial. */
const PAID_UNTIL = '2026-12-04T16:00:00.000Z'

let app: TestApp
let sandbox: Sandbox
let group: TestGroup

beforeAll(async () => {
  app = await startTestApp()
  const { payments } = app.ctx
  if (!isSandbox(payments)) throw new Error('The test app has no sandbox')
  sandbox = payments
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  group = await factories(app.ctx).group({ expiryDate: new Date(TRIAL_END) })
})

const ownerPhone = () => app.phone(group.owner.session)
const startPayment = async () => {
  const { status, body } = await ownerPhone().post('/api/create-subscription', {
    groupId: group.id,
  })
  expect({ status, body }).toMatchObject({ status: 200, body: { form: { kind: 'sandbox' } } })
  return (body as { clientSecret: string }).clientSecret
}
const confirm = (clientSecret: string, card: TestCard) =>
  ownerPhone().post('/api/sandbox/confirm', { clientSecret, card })

async function pay(card: TestCard = 'pm_card_visa'): Promise<void> {
  expect((await confirm(await startPayment(), card)).status).toBe(200)
  await app.runJobs()
}

async function runJobsAt(iso: string): Promise<void> {
  app.clock.moveTo(iso)
  const tasks = tasksOf(app.ctx)
  for (const name of ['work_sandbox', 'expire_groups', 'reconcile_payments']) {
    await tasks[name]?.({})
    await app.runJobs()
  }
}

async function readStatus() {
  const { rows } = await app.ctx.db.$client.query(
    `select subscription_status as status, renews, expiry_date as until,
       (select count(*)::int from payments where group_id = groups.id and paid_at is not null) as paid
     from groups where id = $1`,
    [group.id],
  )
  const [{ until, ...rest }] = rows
  return { ...rest, until: until?.toISOString() }
}

const TRIAL = { status: null, renews: false, until: TRIAL_END, paid: 0 }
const ACTIVE = { status: 'active', renews: true, until: PAID_UNTIL, paid: 1 }

async function openPortal(): Promise<string> {
  const { status, body } = await ownerPhone().post(`/api/groups/${group.id}/billing-portal`)
  expect(status).toBe(200)
  return `/api/sandbox/portals/${(body as { url: string }).url.split('/').at(-1)}`
}

async function act(action: 'cancel' | 'resume' | 'renew' | 'refund' | 'dispute'): Promise<void> {
  const path = await openPortal()
  const { body } = await app.phone().get(path)
  const [{ id }] = (body as { subscriptions: [{ id: string }] }).subscriptions
  const { status } = await app.phone().post(path, { action, subscriptionId: id })
  expect(status).toBe(200)
  await app.runJobs()
}

test('adds six months to a trial with three days left', async () => {
  const clientSecret = await startPayment()
  expect(await startPayment()).toBe(clientSecret)
  await app.runJobs()
  expect(await readStatus()).toEqual(TRIAL)
  await confirm(clientSecret, 'pm_card_visa')
  expect(await readStatus()).toEqual(TRIAL)
  await app.runJobs()
  expect(await readStatus()).toEqual(ACTIVE)
})

test('changes nothing when a card is declined, and accepts another card', async () => {
  const clientSecret = await startPayment()
  expect((await confirm(clientSecret, 'pm_card_chargeDeclined')).status).toBe(409)
  await app.runJobs()
  expect(await readStatus()).toEqual(TRIAL)
  await pay()
  expect(await readStatus()).toEqual(ACTIVE)
})

test('charges once when 50 requests pay at the same time', { tags: 'thorough' }, async () => {
  const secrets = await Promise.all(Array.from({ length: 50 }, startPayment))
  expect(new Set(secrets).size).toBe(1)
  const answers = await Promise.all(secrets.map((secret) => confirm(secret, 'pm_card_visa')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await app.runJobs()
  expect(await readStatus()).toEqual(ACTIVE)
})

test('finds a payment without a webhook event while reconciling', async () => {
  await confirm(await startPayment(), 'pm_card_visa')
  await app.ctx.db.$client.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`,
  )
  await app.runJobs()
  expect(await readStatus()).toEqual(TRIAL)
  await runJobsAt(START)
  expect(await readStatus()).toEqual(ACTIVE)
})

test('adds six months with a renewal, and ends the group a week after a failed one', {
  tags: 'thorough',
}, async () => {
  await pay('pm_card_chargeCustomerFail')
  const path = await openPortal()
  await app.phone().post(path, { action: 'card', card: 'pm_card_visa' })
  await runJobsAt('2026-12-04T15:59:00Z')
  expect(await readStatus()).toEqual(ACTIVE)
  await runJobsAt('2026-12-04T16:00:00Z')
  const RENEWED = { status: 'active', renews: true, until: '2027-06-04T16:00:00.000Z', paid: 2 }
  expect(await readStatus()).toEqual(RENEWED)

  const url = await sandbox.openPortal(await readCustomerId(), 'http://localhost')
  const laterPortal = `/api/sandbox/portals/${url.split('/').at(-1)}`
  await app.phone().post(laterPortal, { action: 'card', card: 'pm_card_chargeCustomerFail' })
  await runJobsAt('2027-06-04T16:00:00Z')
  expect(await readStatus()).toEqual({ ...RENEWED, status: 'past_due' })
  for (let day = 1; day <= 12; day += 1) {
    await runJobsAt(new Date(Date.parse('2027-06-04T16:00:00Z') + day * DAY_MS).toISOString())
  }
  expect(await readStatus()).toEqual({ ...RENEWED, status: 'expired', renews: false })
})

async function readCustomerId(): Promise<string> {
  const { rows } = await app.ctx.db.$client.query<{ id: string }>(
    'select customer_id as id from subscriptions where group_id = $1',
    [group.id],
  )
  return rows[0]?.id ?? ''
}

test('stays active until the paid time ends after canceling', { tags: 'thorough' }, async () => {
  await pay()
  await act('cancel')
  expect(await readStatus()).toEqual({ ...ACTIVE, renews: false })
  await act('resume')
  expect(await readStatus()).toEqual(ACTIVE)
  await act('cancel')
  await runJobsAt('2026-12-04T15:59:00Z')
  expect(await readStatus()).toEqual({ ...ACTIVE, renews: false })
  await runJobsAt('2026-12-04T16:00:00Z')
  expect(await readStatus()).toEqual({ ...ACTIVE, status: 'expired', renews: false })
})

test('removes the time of a refunded payment and ends the subscription', {
  tags: 'thorough',
}, async () => {
  await pay()
  await act('refund')
  expect(await readStatus()).toMatchObject({ renews: false, until: TRIAL_END })
  const [subscription] = await listSubscriptions()
  expect(subscription?.status).toBe('canceled')
})

test('removes the time of a disputed payment and restores it when the dispute is withdrawn', {
  tags: 'thorough',
}, async () => {
  await pay()
  await act('dispute')
  expect(await readStatus()).toMatchObject({ until: TRIAL_END })
  await act('dispute')
  expect(await readStatus()).toMatchObject({ until: PAID_UNTIL })
})

async function listSubscriptions() {
  const { rows } = await app.ctx.db.$client.query<{ status: string }>(
    'select status from subscriptions where group_id = $1 order by id',
    [group.id],
  )
  return rows
}

test('applies each event once, even when it arrives a hundred times in any order', {
  tags: 'thorough',
}, async () => {
  await pay()
  await act('renew')
  await act('cancel')
  const [before, subscriptions] = [await readStatus(), await listSubscriptions()]
  expect(before).toEqual({
    status: 'active',
    renews: false,
    until: '2027-06-04T16:00:00.000Z',
    paid: 2,
  })
  const eventsWithFact = (await sandbox.listEvents(new Date(0))).filter(
    ({ fact }) => fact !== undefined,
  )
  await app.ctx.db.$client.query('delete from payment_events')
  const repeated = Array.from({ length: 100 }, () => eventsWithFact).flat()
  const shuffled = repeated
    .map((event, index) => ({ event, order: (index * 7_919) % 10_007 }))
    .sort((one, other) => one.order - other.order)
  for (let from = 0; from < shuffled.length; from += 16) {
    const batch = shuffled.slice(from, from + 16)
    await Promise.all(batch.map(({ event }) => applyEvent(app.ctx, event)))
  }
  await app.runJobs()
  expect(await readStatus()).toEqual(before)
  expect(await listSubscriptions()).toEqual(subscriptions)
})
