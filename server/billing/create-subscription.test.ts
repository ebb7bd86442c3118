import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factories, type TestGroup } from '../system-tests/testing/factories.ts'
import { paymentHelpers } from '../system-tests/testing/paying.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

// This time is in the past by the database's clock, so that every job is due immediately.
const START = '2020-06-01T16:00:00Z'
const TRIAL_END = '2020-06-04T16:00:00Z'
const DAY_MS = 86_400_000

let app: TestApp
let make: ReturnType<typeof factories>
let money: ReturnType<typeof paymentHelpers>
let group: TestGroup

beforeAll(async () => {
  app = await startTestApp({ at: START })
  make = factories(app.ctx)
  money = paymentHelpers(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  group = await make.group({ name: 'Stampede', expiryDate: new Date(TRIAL_END) })
})

const secretOf = (body: unknown) => (body as { clientSecret?: string }).clientSecret
const listStatuses = async () =>
  (
    await money.query('select status from subscriptions where group_id = $1 order by id', [
      group.id,
    ])
  ).map(({ status }) => status)

test('returns a secret and a form for a trial, and the same secret in another tab', async () => {
  const first = await money.begin(group)
  expect(first).toMatchObject({
    status: 200,
    body: { clientSecret: expect.any(String), form: { kind: 'sandbox' } },
  })
  const second = await money.begin(group)
  expect(secretOf(second.body)).toBe(secretOf(first.body))
  expect(await listStatuses()).toEqual(['incomplete'])
})

test('keeps the same payment open when a card is declined', async () => {
  const beginResponse = await money.begin(group)
  const declined = await money.confirm(beginResponse, 'pm_card_chargeDeclined')
  expect(declined).toMatchObject({ status: 409, body: { code: 'CARD_DECLINED' } })
  await app.runJobs()
  expect(secretOf((await money.begin(group)).body)).toBe(secretOf(beginResponse.body))
})

test('reports a payment as processing until its webhook event arrives', async () => {
  await money.pay(group)
  expect(await money.begin(group)).toMatchObject({
    status: 409,
    body: {
      code: 'PAYMENT_PROCESSING',
      message: expect.stringContaining('Your payment is being confirmed'),
    },
  })
  await app.runJobs()
  expect(await money.begin(group)).toMatchObject({
    status: 409,
    body: {
      code: 'ALREADY_SUBSCRIBED',
      message:
        "Stampede is paid for. Its subscription renews on Dec 4, 2020, so there's nothing to pay now.",
    },
  })
})

test('refuses a payment for a group without an expiry date', async () => {
  const freeGroup = await make.group({ name: 'Charter Members' })
  expect(await money.begin(freeGroup)).toMatchObject({
    status: 409,
    body: {
      code: 'ALREADY_SUBSCRIBED',
      message: "The free trial for Charter Members has no end date, so there's nothing to pay.",
    },
  })
})

test('adds to the remaining time when the owner pays again after a cancellation', async () => {
  await money.paid(group)
  await money.changeInPortal(group, 'cancel')
  app.clock.moveBy(30 * DAY_MS)
  group.owner.session = await make.signIn(group.owner.id)
  expect(await money.read(group)).toMatchObject({ state: 'active', nextPaymentAt: null })
  await money.paid(group)
  expect(await listStatuses()).toEqual(['active', 'active'])
  const { paidUntil, nextPaymentAt } = (await money.read(group)) as Record<string, string>
  // The trial lasts three days, and each of the two payments adds six months.
  expect(paidUntil?.slice(0, 10)).toBe('2021-06-04')
  expect(nextPaymentAt).toBe(paidUntil)
})

test('returns the secret of the invoice when a renewal failed', async () => {
  await money.paid(group)
  await money.changeInPortal(group, { card: 'pm_card_chargeCustomerFail' })
  app.clock.moveTo('2020-12-01T16:00:00Z')
  group.owner.session = await make.signIn(group.owner.id)
  await money.changeInPortal(group, 'renew')
  expect(await money.read(group)).toMatchObject({ state: 'past-due', canManage: true })
  const late = await money.begin(group)
  expect(late.status).toBe(200)
  expect(await listStatuses()).toEqual(['past_due'])
  expect((await money.confirm(late, 'pm_card_visa')).status).toBe(200)
  expect(await money.begin(group)).toMatchObject({ body: { code: 'PAYMENT_PROCESSING' } })
  await app.runJobs()
  expect(await money.read(group)).toMatchObject({ state: 'active' })
})

test('starts a new payment when the provider has abandoned the last one', async () => {
  const beginResponse = await money.begin(group)
  const [row] = await money.query(
    'select subscription_id as id from subscriptions where group_id = $1',
    [group.id],
  )
  await app.ctx.payments?.cancel(row?.id, 'now')
  const newResponse = await money.begin(group)
  expect(newResponse.status).toBe(200)
  expect(secretOf(newResponse.body)).not.toBe(secretOf(beginResponse.body))
})

describe('missing payment provider', () => {
  let appWithoutPayments: TestApp
  beforeAll(async () => {
    appWithoutPayments = await startTestApp({
      at: START,
      databaseUrl: app.databaseUrl,
      payments: undefined,
    })
  })
  afterAll(() => appWithoutPayments.close())

  test('tells the owner that payments are not set up and whom to contact', async () => {
    const answer = await appWithoutPayments
      .phone(group.owner.session)
      .post('/api/create-subscription', { groupId: group.id })
    expect(answer).toMatchObject({ status: 409, body: { code: 'PAYMENTS_OFF' } })
    expect(answer.body).toHaveProperty('message', expect.stringContaining('Ask the Fourball team'))
    expect(await paymentHelpers(appWithoutPayments).read(group)).toMatchObject({
      canPay: false,
      canManage: false,
    })
  })
})

test('refuses everyone but the owner', async () => {
  const requestPayment = (session: string | undefined, body: unknown) =>
    app.phone(session).post('/api/create-subscription', body)
  const member = await make.member(group, { isAdmin: true })
  const stranger = await make.golfer()
  const superAdmin = await make.golfer({ isSuperAdmin: true })
  const forGroup = { groupId: group.id }
  expect((await requestPayment(undefined, forGroup)).status).toBe(401)
  expect((await requestPayment(group.owner.session, {})).status).toBe(400)
  expect(await requestPayment(stranger.session, forGroup)).toMatchObject({
    status: 404,
    body: (await requestPayment(stranger.session, { groupId: 2_147_483_647 })).body,
  })
  expect((await requestPayment(member.session, forGroup)).status).toBe(403)
  expect((await requestPayment(superAdmin.session, forGroup)).status).toBe(403)
})
