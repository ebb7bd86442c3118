// @module-tag thorough
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PaymentsUnavailable } from '../providers/payments/payments.ts'
import { factories, type TestGroup } from '../system-tests/testing/factories.ts'
import type { ApiResponse } from '../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { controlPayments } from './testing/controlled-payments.ts'

const START = '2026-06-01T16:00:00Z'

let firstApp: TestApp
let secondApp: TestApp
let paymentControls: ReturnType<typeof controlPayments>
let make: ReturnType<typeof factories>
let group: TestGroup

beforeAll(async () => {
  firstApp = await startTestApp({ at: START })
  if (firstApp.ctx.payments === undefined) throw new Error('The test app has no sandbox')
  paymentControls = controlPayments(firstApp.ctx.payments)
  secondApp = await startTestApp({
    at: START,
    databaseUrl: firstApp.databaseUrl,
    payments: paymentControls.payments,
  })
  make = factories(firstApp.ctx)
})
afterAll(async () => {
  await secondApp.close()
  await firstApp.close()
})
beforeEach(async () => {
  firstApp.clock.moveTo(START)
  secondApp.clock.moveTo(START)
  await query('delete from subscriptions')
  await query('delete from sandbox_objects')
  await query('update golfers set stripe_customer_id = null')
  group = await make.group({ expiryDate: new Date('2026-06-04T16:00:00Z') })
})
afterEach(() => {
  paymentControls.reset()
  for (const open of gateOpeners.splice(0)) open()
})

const query = async (statement: string, values: unknown[] = []) =>
  (await firstApp.ctx.db.$client.query(statement, values)).rows

const startPayment = (app = secondApp, { owner, id } = group): Promise<ApiResponse> =>
  app.phone(owner.session).post('/api/create-subscription', { groupId: id })

const secretOf = ({ body }: ApiResponse) => (body as { clientSecret?: string }).clientSecret

const statusesAtProvider = async (object: string): Promise<string[]> =>
  (
    await query(
      `select data->>'status' as status from sandbox_objects where object = $1 order by created_at, id`,
      [object],
    )
  ).map(({ status }) => status)

const listCheckouts = async () =>
  query('select id, status, golfer_id, group_id, subscription_id from subscriptions order by id')

const listQueuedCancellations = async () =>
  (
    await query(
      `select payload::jsonb - 'requestId' as payload from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
       where task.identifier = 'end_subscription'`,
    )
  ).map(({ payload }) => payload)

const gateOpeners: (() => void)[] = []

/** Makes a gate at which calls wait until the gate opens. After the test, all gates open. */
function makeGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  gateOpeners.push(() => open())
  return {
    open: () => open(),
    reached,
    pass: async () => {
      reach()
      await opened
    },
  }
}

test('creates one subscription, customer and secret for 50 requests over two servers', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => startPayment(n % 2 === 0 ? firstApp : secondApp)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(secretOf)).size).toBe(1)
  expect(await statusesAtProvider('subscription')).toEqual(['incomplete'])
  expect(await statusesAtProvider('customer')).toHaveLength(1)
  expect(await listCheckouts()).toMatchObject([{ status: 'incomplete', group_id: group.id }])
  firstApp.clock.moveBy(3_600_000)
  expect(secretOf(await startPayment(firstApp))).toBe(answers[0] && secretOf(answers[0]))
})

test('holds no connection and no lock while the provider hangs', async () => {
  const providerGate = makeGate()
  secondApp.statements.length = 0
  paymentControls.runBefore(providerGate.pass)
  const first = startPayment()
  await providerGate.reached
  const more = Array.from({ length: 40 }, () => startPayment())
  await expect
    .poll(() => secondApp.statements.filter((sql) => sql.includes('from "subscriptions"')).length)
    .toBeGreaterThan(40)
  // Other requests can still change the group, and none waits for one of the pool's 16 connections.
  const renamed = await secondApp
    .phone(group.owner.session)
    .patch(`/api/groups/${group.id}/name`, { name: 'Renamed meanwhile' })
  expect(renamed.status).toBe(200)
  expect(secondApp.ctx.db.$client.waitingCount).toBe(0)
  const [idle] = await query(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(idle?.n).toBe(0)
  providerGate.open()
  const answers = await Promise.all([first, ...more])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await statusesAtProvider('subscription')).toEqual(['incomplete'])
})

describe('unavailable provider', () => {
  const fail = async () => {
    throw new PaymentsUnavailable('503')
  }

  test('before the subscription was created: asks to try again and charges nothing', async () => {
    paymentControls.runBefore(fail)
    const answer = await startPayment()
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(answer.text).toContain("You weren't charged")
    paymentControls.reset()
    expect((await startPayment()).status).toBe(200)
    expect(await listCheckouts()).toMatchObject([{ status: 'incomplete' }])
  })

  test('after the subscription was created: finds it on the next try', async () => {
    let calls = 0
    // One call creates the customer, another one the subscription. The first response to each call is lost.
    paymentControls.runAfter(async () => {
      calls += 1
      if (calls !== 2) await fail()
    })
    expect((await startPayment()).status).toBe(503)
    expect((await startPayment()).status).toBe(503)
    paymentControls.reset()
    expect(await statusesAtProvider('subscription')).toEqual(['incomplete'])
    expect((await startPayment()).status).toBe(200)
    expect(await statusesAtProvider('customer')).toHaveLength(1)
    expect(await statusesAtProvider('subscription')).toEqual(['incomplete'])
  })

  test('uses a new key for later attempts, because the provider repeats its first response', async () => {
    paymentControls.runBefore(fail)
    await startPayment()
    paymentControls.reset()
    secondApp.clock.moveBy(61_000)
    expect((await startPayment()).status).toBe(200)
    expect(await listCheckouts()).toMatchObject([{ status: 'abandoned' }, { status: 'incomplete' }])
  })
})

test('creates a new customer when the provider does not know the old one', async () => {
  await query(`update golfers set stripe_customer_id = 'cus_of_another_house' where id = $1`, [
    group.owner.id,
  ])
  expect((await startPayment()).status).toBe(200)
  expect(await listCheckouts()).toMatchObject([{ status: 'abandoned' }, { status: 'incomplete' }])
  const [golfer] = await query('select stripe_customer_id as id from golfers where id = $1', [
    group.owner.id,
  ])
  expect(golfer?.id).not.toBe('cus_of_another_house')
})

test('gives nobody the secret and ends the payment when the group is transferred meanwhile', async () => {
  const nextOwner = await make.member(group)
  const providerGate = makeGate()
  paymentControls.runAfter(providerGate.pass)
  const pendingAnswer = startPayment()
  await providerGate.reached
  // The waiting call has created the customer, but not yet the subscription.
  const transferred = await firstApp
    .phone(group.owner.session)
    .post(`/api/groups/${group.id}/transfer-ownership`, { newOwnerId: nextOwner.id })
  expect(transferred.status).toBe(200)
  providerGate.open()
  expect(await pendingAnswer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(await listCheckouts()).toMatchObject([{ status: 'abandoned' }])
  paymentControls.reset()
  const newOwnerAnswer = await startPayment(secondApp, { ...group, owner: nextOwner })
  expect(newOwnerAnswer.status).toBe(200)
  expect(await listCheckouts()).toMatchObject([
    { status: 'abandoned', golfer_id: group.owner.id },
    { status: 'incomplete', golfer_id: nextOwner.id },
  ])
})

test('ends the unpaid subscription on a transfer, and gives the new owner another secret', async () => {
  const nextOwner = await make.member(group)
  const before = await startPayment()
  await firstApp
    .phone(group.owner.session)
    .post(`/api/groups/${group.id}/transfer-ownership`, { newOwnerId: nextOwner.id })
  const [oldCheckout] = await listCheckouts()
  expect(await listQueuedCancellations()).toContainEqual({
    subscriptionId: oldCheckout?.id,
    when: 'now',
  })
  const after = await startPayment(secondApp, { ...group, owner: nextOwner })
  expect(after.status).toBe(200)
  expect(secretOf(after)).not.toBe(secretOf(before))
  const customers = await query(
    `select data->>'email' as email from sandbox_objects where object = 'customer' order by 1`,
  )
  expect(customers.map(({ email }) => email).sort()).toEqual(
    [group.owner.email, nextOwner.email].sort(),
  )
})

test('returns 404 and ends the payment when the group is deleted meanwhile', async () => {
  const superAdmin = await make.golfer({ isSuperAdmin: true })
  const providerGate = makeGate()
  let calls = 0
  // The first call creates the customer, the second one the subscription.
  paymentControls.runAfter(async () => {
    calls += 1
    if (calls === 2) await providerGate.pass()
  })
  const pendingAnswer = startPayment()
  await providerGate.reached
  const deleted = await firstApp
    .phone(superAdmin.session)
    .delete(`/api/super-admin/groups/${group.id}`)
  expect(deleted.status).toBe(200)
  providerGate.open()
  expect(await pendingAnswer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  const [oldCheckout] = await listCheckouts()
  expect(oldCheckout).toMatchObject({ status: 'abandoned', group_id: null })
  expect(await listQueuedCancellations()).toContainEqual({
    subscriptionId: oldCheckout?.id,
    when: 'now',
  })
})
