import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { isSandbox, type Sandbox } from './sandbox.ts'

const PRODUCTION_ENV = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://golf.example',
  RATE_LIMIT: 'on',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'teetimes@golf.example',
  SUPER_ADMIN_EMAIL: 'admin@golf.example',
  SUPER_ADMIN_PASSWORD: 'fairway bunker nine iron',
}
const STRIPE_ENV = {
  STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  STRIPE_PRICE_ID: 'price_0123456789abcdef',
}

let app: TestApp
let sandbox: Sandbox
let customerId: string
let subscriptionId: string
let clientSecret: string

beforeAll(async () => {
  app = await startTestApp()
  const { payments } = app.ctx
  if (!isSandbox(payments)) throw new Error('The test app has no sandbox')
  sandbox = payments
})
afterAll(() => app.close())
beforeEach(async () => {
  const plan = { key: randomUUID(), email: 'pat@club.example', description: 'Saturday Golf' }
  customerId = await sandbox.createCustomer({ ...plan, name: 'Pat' })
  const subscription = await sandbox.beginSubscription({ ...plan, customerId })
  clientSecret = subscription.clientSecret
  subscriptionId = subscription.subscriptionId
})

const confirm = (body: object) =>
  app.phone().post('/api/sandbox/confirm', { clientSecret, ...body })

async function openPortal(): Promise<string> {
  const url = await sandbox.openPortal(customerId, 'http://localhost/golf/profile')
  return `/api/sandbox/portals/${url.split('/').at(-1)}`
}

async function beginCheckout(): Promise<string> {
  const { checkoutId } = await sandbox.beginCheckout({
    key: randomUUID(),
    email: 'buyer@club.example',
    description: 'Sunday Golf',
    successUrl: 'http://localhost/purchase?payment=success',
    cancelUrl: 'http://localhost/purchase',
    expiresAt: new Date(app.clock.now().getTime() + 3_600_000),
  })
  return `/api/sandbox/checkouts/${checkoutId}`
}

test("shows the provider's message when a card is declined, and accepts another card", async () => {
  expect(await confirm({ card: 'pm_card_chargeDeclinedInsufficientFunds' })).toMatchObject({
    status: 409,
    body: { code: 'CARD_DECLINED', message: 'Your card has insufficient funds.' },
  })
  const card = 'pm_card_authenticationRequired'
  expect(await confirm({ card })).toMatchObject({
    status: 200,
    body: { outcome: 'requires-action' },
  })
  expect(await confirm({ card, authentication: 'passed' })).toMatchObject({
    status: 200,
    body: { outcome: 'paid' },
  })
  expect(await confirm({ card: 'pm_card_visa' })).toMatchObject({ body: { outcome: 'paid' } })
})

test('asks to start again when the payment has expired', async () => {
  await sandbox.cancel(subscriptionId, 'now')
  expect(await confirm({ card: 'pm_card_visa' })).toMatchObject({
    status: 409,
    body: { code: 'OUT_OF_DATE', message: expect.stringContaining('start again') },
  })
})

test.each(['4242424242424242', 'tok_visa', '', null, 1])(
  'rejects %j as a card name',
  async (card) => {
    expect((await confirm({ card })).status).toBe(400)
  },
)

test.each(['\u0000', '\ud800', 'pi_\ud800_secret_', '_secret_', '%', 'x'.repeat(201)])(
  'rejects a guessed secret: %j',
  async (guess) => {
    const { status } = await confirm({ clientSecret: guess, card: 'pm_card_visa' })
    expect([400, 404]).toContain(status)
  },
)

test('shows the amount on a checkout page and accepts a payment there', async () => {
  const path = await beginCheckout()
  expect(await app.phone().get(path)).toMatchObject({
    status: 200,
    body: {
      status: 'open',
      email: 'buyer@club.example',
      amount: 3_995,
      description: 'Sunday Golf',
      successUrl: 'http://localhost/purchase?payment=success',
      cancelUrl: 'http://localhost/purchase',
    },
  })
  expect(
    await app.phone().post(`${path}/pay`, { card: 'pm_card_chargeDeclinedExpiredCard' }),
  ).toMatchObject({ status: 409, body: { message: 'Your card has expired.' } })
  expect(await app.phone().post(`${path}/pay`, { card: 'pm_card_visa' })).toMatchObject({
    status: 200,
    body: { outcome: 'paid', successUrl: 'http://localhost/purchase?payment=success' },
  })
  expect(await app.phone().get(path)).toMatchObject({ body: { status: 'complete' } })
})

test('shows and changes the subscription in the portal', async () => {
  await confirm({ card: 'pm_card_visa' })
  const path = await openPortal()
  const act = (body: object) => app.phone().post(path, body)
  expect(await act({ action: 'cancel', subscriptionId })).toMatchObject({
    status: 200,
    body: { message: 'Saved' },
  })
  expect(await act({ action: 'renew', subscriptionId })).toMatchObject({
    status: 409,
    body: {
      code: 'OUT_OF_DATE',
      message: 'This subscription is cancelled. Tap "Keep Subscription" first.',
    },
  })
  expect(await act({ action: 'card', card: 'pm_card_chargeDeclined' })).toMatchObject({
    status: 409,
    body: { code: 'CARD_DECLINED', message: 'Your card was declined.' },
  })
  expect((await act({ action: 'refund', subscriptionId: 'sub_guess' })).status).toBe(404)
  expect((await act({ action: 'resume' })).status).toBe(400)
  expect(await app.phone().get(path)).toMatchObject({
    status: 200,
    body: {
      card: 'pm_card_visa',
      subscriptions: [{ id: subscriptionId, status: 'active', cancelAtPeriodEnd: true }],
      invoices: [{ status: 'paid', amount: 3_995 }],
    },
  })
})

test.each([
  ['in production', PRODUCTION_ENV],
  ['in production with keys', { ...PRODUCTION_ENV, ...STRIPE_ENV }],
  ['where real payments are on', STRIPE_ENV],
])('has no sandbox %s', async (_, env) => {
  const paths = [await beginCheckout(), await openPortal()]
  const other = await startTestApp({ databaseUrl: app.databaseUrl, env })
  try {
    const phone = other.phone()
    const card = 'pm_card_visa'
    for (const answer of [
      await phone.post('/api/sandbox/confirm', { clientSecret, card }),
      ...(await Promise.all(paths.map((path) => phone.get(path)))),
      await phone.post(`${paths[0]}/pay`, { card }),
      await phone.post(`${paths[1]}`, { action: 'card', card }),
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({ code: 'NOT_FOUND' })
    }
    for (const screen of ['/sandbox/checkout/cs_test_1', '/sandbox/portal/bps_1']) {
      expect((await phone.get(screen)).status).toBe(404)
    }
    const { body } = await phone.get('/api/openapi.json')
    expect(JSON.stringify(body).includes('/api/sandbox')).toBe(false)
  } finally {
    await other.close()
  }
})
