import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signEvent } from '../providers/payments/read-event.ts'
import { WEBHOOK_SECRET } from '../providers/payments/testing/stripe-stand-in.ts'
import type { TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp } from '../system-tests/testing/test-app.ts'
import { WEBHOOK_PATH } from './routes.ts'
import { type BillingScene, startBillingScene } from './testing/billing-scene.ts'

let scene: BillingScene
let group: TestGroup

beforeAll(async () => {
  scene = await startBillingScene()
})
afterAll(() => scene.close())
beforeEach(async () => {
  group = await scene.makeTrialGroup(3)
})

const post = (init: RequestInit) => scene.app.phone().send(WEBHOOK_PATH, init)
const readStatus = () => scene.groupStatus(group)
const listEventIds = () => scene.query('select id from payment_events')

async function makePaidEventRequest() {
  const id = await scene.startPayment(group)
  const event = scene.stripe.pay(id).find(({ type }) => type === 'invoice.paid')
  if (event === undefined) throw new Error('Nothing was paid')
  return scene.stripe.webhookRequest(event)
}

test('accepts a webhook event and recognizes it the second time', async () => {
  const request = await makePaidEventRequest()
  expect(await post(request)).toMatchObject({ status: 200, body: { received: true } })
  const after = await readStatus()
  expect(after).toMatchObject({ status: 'active' })
  expect(await post(request)).toMatchObject({ status: 200, body: { received: true } })
  expect(await readStatus()).toEqual(after)
})

test('changes nothing without a fresh Stripe signature of the exact bytes', async () => {
  const request = await makePaidEventRequest()
  const before = [await readStatus(), await listEventIds()]
  const headersSignedAt = (secret: string, offsetSeconds: number) => ({
    ...request.headers,
    'stripe-signature': signEvent(
      request.body,
      secret,
      new Date(scene.app.clock.now().getTime() + offsetSeconds * 1_000),
    ),
  })
  const { 'stripe-signature': _, ...unsigned } = request.headers
  const attempts = [
    { ...request, headers: unsigned },
    { ...request, headers: headersSignedAt('whsec_other', 0) },
    { ...request, headers: headersSignedAt(WEBHOOK_SECRET, -301) },
    { ...request, headers: headersSignedAt(WEBHOOK_SECRET, 301) },
    { ...request, headers: { ...request.headers, 'stripe-signature': '' } },
    { ...request, headers: { ...request.headers, 'stripe-signature': 't=1,v1=00' } },
    { ...request, body: `${request.body} ` },
    { ...request, body: JSON.stringify(JSON.parse(request.body)) },
    { ...request, body: '' },
  ]
  for (const attempt of attempts) {
    expect(await post(attempt)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  }
  expect(
    (await post({ ...request, headers: { ...request.headers, 'content-type': 'text/plain' } }))
      .status,
  ).toBe(415)
  expect([await readStatus(), await listEventIds()]).toEqual(before)
  expect((await post(request)).status).toBe(200)
})

test('refuses a signed body that is not a Stripe event, so that it is sent again', async () => {
  const body = JSON.stringify({ id: 'evt_odd', object: 'event', type: 'invoice.paid' })
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': signEvent(body, WEBHOOK_SECRET, scene.app.clock.now()),
  }
  expect((await post({ method: 'POST', body, headers })).status).toBe(400)
})

test('accepts long webhook bodies but not unlimited ones', async () => {
  const postBytes = async (bytes: number) => {
    const event = {
      id: `evt_${bytes}`,
      object: 'event',
      type: 'product.updated',
      created: 1_780_000_000,
      data: { object: { description: 'x'.repeat(bytes) } },
    }
    const body = JSON.stringify(event)
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': signEvent(body, WEBHOOK_SECRET, scene.app.clock.now()),
    }
    return (await post({ method: 'POST', body, headers })).status
  }
  expect(await postBytes(500 * 1024)).toBe(200)
  expect(await postBytes(512 * 1024)).toBe(413)
})

test('returns 500 and stores nothing when applying an event fails', async () => {
  const request = await makePaidEventRequest()
  await scene.query('alter table payments rename to elsewhere')
  const failed = await post(request)
  await scene.query('alter table elsewhere rename to payments')
  expect(failed).toMatchObject({ status: 500, body: { code: 'INTERNAL' } })
  expect(await readStatus()).toMatchObject({ status: null })
  expect((await post(request)).status).toBe(200)
  expect(await readStatus()).toMatchObject({ status: 'active' })
})

test('has no webhook route without payments', async () => {
  const app = await startTestApp({ payments: undefined })
  expect((await app.phone().post(WEBHOOK_PATH, {})).status).toBe(404)
  await app.close()
})

/** Turns one of our payment events into an event about another payment in the same Stripe account. */
const foreignEvent = (event: Stripe.Event, keyField: string): Stripe.Event =>
  JSON.parse(
    JSON.stringify(event)
      .replaceAll(/"(sub|cus|in|inpay|pi|ch|du|evt)_/g, '"$1_foreign_')
      .replaceAll(/"key":"[^"]*"/g, keyField)
      .replaceAll(/"(amount\w*)":3995/g, '"$1":99999999999'),
  )

test('ignores other payments in the same Stripe account, even with one of our keys', async () => {
  const { stripe } = scene
  const eventCountBefore = stripe.account.events.length
  const id = await scene.startPayment(group)
  stripe.pay(id)
  const payment = stripe.paymentOf(id)
  stripe.failRenewal(id)
  stripe.dispute(payment)
  stripe.closeDispute(payment, 'won')
  stripe.refund(payment)
  stripe.cancel(id, 'now')
  const reported = stripe.account.events.slice(eventCountBefore)
  const [checkout] = await scene.query('select key from subscriptions where group_id = $1', [
    group.id,
  ])
  const readState = async () => [
    await readStatus(),
    await scene.query('select * from subscriptions where group_id = $1', [group.id]),
    await scene.query('select * from payments where group_id = $1', [group.id]),
  ]
  const stateBefore = await readState()
  for (const key of ['', `"key":"${checkout?.['key']}"`]) {
    for (const event of reported) {
      const { status } = await post(stripe.webhookRequest(foreignEvent(event, key)))
      expect(status, event.type).toBe(200)
    }
    await scene.app.runJobs()
    expect(await readState()).toEqual(stateBefore)
    await scene.query('delete from payment_events')
  }
})
