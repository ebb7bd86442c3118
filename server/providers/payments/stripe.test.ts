import { afterEach, expect, test } from 'vitest'
import {
  InvalidEvent,
  PaymentCallRefused,
  type PaymentProvider,
  PaymentsUnavailable,
} from './payments.ts'
import { type StripeOptions, stripePayments } from './stripe.ts'
import { PRICE_ID } from './testing/fake-account.ts'
import {
  PUBLISHABLE_KEY,
  SECRET_KEY,
  type StripeStandIn,
  startStripe,
  WEBHOOK_SECRET,
} from './testing/stripe-stand-in.ts'

const IDEMPOTENCY_KEY = '7f9c1c1e-4a8f-4f4e-9a55-1f0e2f6b7a01'
const EMAIL = 'pat@golf.example'
const CHECKOUT_REQUEST = { key: IDEMPOTENCY_KEY, email: EMAIL, description: 'Shaganappi Regulars' }
const PAGES = { successUrl: 'https://golf.example/ok', cancelUrl: 'https://golf.example/no' }
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

const openStandIns: StripeStandIn[] = []
afterEach(async () => {
  for (const stripe of openStandIns.splice(0)) await stripe.close()
})

async function startForTest(): Promise<StripeStandIn> {
  const stripe = await startStripe()
  openStandIns.push(stripe)
  return stripe
}

function createPayments(
  stripe: StripeStandIn,
  options: Partial<StripeOptions> = {},
): PaymentProvider {
  return stripePayments({
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    priceId: PRICE_ID,
    apiBase: stripe.url,
    ...options,
  })
}

async function startSubscription(stripe: StripeStandIn, payments = createPayments(stripe)) {
  const customerId = await payments.createCustomer({
    key: IDEMPOTENCY_KEY,
    email: EMAIL,
    name: 'Pat Jones',
  })
  const { subscriptionId, clientSecret } = await payments.beginSubscription({
    ...CHECKOUT_REQUEST,
    customerId,
  })
  return { payments, customerId, clientSecret, id: subscriptionId }
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

test('returns the publishable key for the browser', async () => {
  expect(createPayments(await startForTest()).form).toEqual({
    kind: 'stripe',
    publishableKey: PUBLISHABLE_KEY,
  })
})

test('creates a customer once per key', async () => {
  const stripe = await startForTest()
  const payments = createPayments(stripe)
  const customer = { key: IDEMPOTENCY_KEY, email: EMAIL, name: 'Pat Jones' }
  const id = await payments.createCustomer(customer)
  expect(await payments.createCustomer(customer)).toBe(id)
  expect([...stripe.account.customers.values()]).toMatchObject([
    { id, email: EMAIL, name: 'Pat Jones', metadata: { key: IDEMPOTENCY_KEY } },
  ])
})

test('creates a subscription without charging', async () => {
  const stripe = await startForTest()
  const { payments, customerId, clientSecret, id } = await startSubscription(stripe)
  const subscription = await payments.readSubscription(id)
  expect(subscription).toEqual({
    subscriptionId: id,
    customerId,
    key: IDEMPOTENCY_KEY,
    status: 'incomplete',
    cancelAtPeriodEnd: false,
    periodEnd: expect.any(Date),
  })
  const periodMs = Number(subscription?.periodEnd) - Date.now()
  expect(periodMs / 86_400_000).toBeGreaterThan(180)
  expect(periodMs / 86_400_000).toBeLessThan(185)
  expect(clientSecret).toMatch(/^pi_\w+_secret_\w+$/)
  expect(stripe.account.charges.size).toBe(0)
  expect(stripe.account.subscriptions.get(id)?.description).toBe('Shaganappi Regulars')
})

test('creates one subscription for each key, also with repeated and simultaneous calls', async () => {
  const stripe = await startForTest()
  const { payments, customerId, id } = await startSubscription(stripe)
  const request = { ...CHECKOUT_REQUEST, customerId }
  const again = await payments.beginSubscription(request)
  expect(again.subscriptionId).toBe(id)
  stripe.mode = 50
  const other = { ...request, key: '7f9c1c1e-4a8f-4f4e-9a55-1f0e2f6b7a02' }
  await Promise.allSettled(Array.from({ length: 20 }, () => payments.beginSubscription(other)))
  expect(stripe.account.subscriptions.size).toBe(2)
})

test('returns the same subscription when a call is retried after its response was lost', async () => {
  const stripe = await startForTest()
  const payments = createPayments(stripe)
  const customerId = await payments.createCustomer({
    key: IDEMPOTENCY_KEY,
    email: EMAIL,
    name: 'Pat',
  })
  stripe.mode = 'hang-after'
  const request = { ...CHECKOUT_REQUEST, customerId }
  const impatientPayments = createPayments(stripe, { limits: { callMs: 1_000 } })
  expect(await failureOf(impatientPayments.beginSubscription(request))).toBeInstanceOf(
    PaymentsUnavailable,
  )
  await expect.poll(() => stripe.account.subscriptions.size).toBe(1)
  stripe.mode = 'ok'
  const { subscriptionId } = await payments.beginSubscription(request)
  expect([...stripe.account.subscriptions.keys()]).toEqual([subscriptionId])
})

test('refuses a key that was used with other parameters', async () => {
  const stripe = await startForTest()
  const { payments, customerId } = await startSubscription(stripe)
  const request = { ...CHECKOUT_REQUEST, customerId, description: 'Another group' }
  const error = await failureOf(payments.beginSubscription(request))
  expect(error).toBeInstanceOf(PaymentCallRefused)
  expect(String(error)).toMatch(/^Error: Stripe returned 400 with code StripeIdempotencyError/)
})

test.each([
  ['amount', { unit_amount: 4_995 }],
  ['currency', { currency: 'cad' }],
])('refuses a price with an unexpected %s and voids the open payment', async (_, change) => {
  const stripe = await startForTest()
  Object.assign(stripe.account.price, change)
  const payments = createPayments(stripe)
  const customerId = await payments.createCustomer({
    key: IDEMPOTENCY_KEY,
    email: EMAIL,
    name: 'Pat',
  })
  const request = { ...CHECKOUT_REQUEST, customerId }
  await expect(payments.beginSubscription(request)).rejects.toThrow(PaymentCallRefused)
  expect([...stripe.account.subscriptions.values()]).toMatchObject([
    { status: 'incomplete_expired' },
  ])
  expect([...stripe.account.invoices.values()]).toMatchObject([{ status: 'void' }])
  const checkout = { ...CHECKOUT_REQUEST, ...PAGES, expiresAt: inHours(1) }
  await expect(payments.beginCheckout(checkout)).rejects.toThrow(PaymentCallRefused)
  expect([...stripe.account.sessions.values()]).toMatchObject([{ status: 'expired' }])
})

test('refuses a price for a period other than six months', async () => {
  const stripe = await startForTest()
  Object.assign(stripe.account.price.recurring ?? {}, { interval_count: 1 })
  await expect(startSubscription(stripe)).rejects.toThrow(PaymentCallRefused)
})

test('returns the client secret of an open payment only', async () => {
  const stripe = await startForTest()
  const { payments, clientSecret, id } = await startSubscription(stripe)
  expect(await payments.findClientSecret(id)).toBe(clientSecret)
  stripe.pay(id)
  expect(await payments.findClientSecret(id)).toBeUndefined()
  stripe.failRenewal(id)
  expect(await payments.findClientSecret(id)).not.toBe(clientSecret)
  expect(await payments.findClientSecret(id)).toMatch(/_secret_/)
  expect(await payments.findClientSecret('sub_nobodys')).toBeUndefined()
})

test('passes the key of a checkout on to the subscription', async () => {
  const stripe = await startForTest()
  const payments = createPayments(stripe)
  const request = { ...CHECKOUT_REQUEST, ...PAGES, expiresAt: inHours(1) }
  const { checkoutId, url } = await payments.beginCheckout(request)
  expect(await payments.beginCheckout(request)).toEqual({ checkoutId, url })
  expect(url).toBe(`https://checkout.stripe.com/c/pay/${checkoutId}`)
  stripe.payCheckout(checkoutId)
  const [paidSubscription] = [...stripe.account.subscriptions.values()]
  expect(await payments.readSubscription(paidSubscription?.id ?? '')).toMatchObject({
    status: 'active',
    key: IDEMPOTENCY_KEY,
  })
})

test.each([0.4, 25])('refuses a checkout that would be open for %d hours', async (hours) => {
  const payments = createPayments(await startForTest())
  const request = { ...CHECKOUT_REQUEST, ...PAGES, expiresAt: inHours(hours) }
  await expect(payments.beginCheckout(request)).rejects.toThrow(PaymentCallRefused)
})

test('ends a checkout, also twice, unless it has been paid', async () => {
  const stripe = await startForTest()
  const payments = createPayments(stripe)
  const request = { ...CHECKOUT_REQUEST, ...PAGES, expiresAt: inHours(1) }
  const { checkoutId } = await payments.beginCheckout(request)
  expect(await payments.endCheckout(checkoutId)).toBe(true)
  expect(await payments.endCheckout(checkoutId)).toBe(true)
  expect(await payments.endCheckout('cs_test_nobodys')).toBe(true)
  const other = await payments.beginCheckout({ ...request, key: crypto.randomUUID() })
  stripe.payCheckout(other.checkoutId)
  expect(await payments.endCheckout(other.checkoutId)).toBe(false)
})

test('opens the portal for a customer, but not for an unknown one', async () => {
  const stripe = await startForTest()
  const { payments, customerId } = await startSubscription(stripe)
  const url = await payments.openPortal(customerId, 'https://golf.example/profile')
  expect(url).toMatch(/^https:\/\/billing\.stripe\.com\/p\/session\//)
  const error = await failureOf(payments.openPortal('cus_nobodys', 'https://golf.example/'))
  expect(error).toBeInstanceOf(PaymentCallRefused)
  expect(String(error)).toContain('resource_missing')
})

test('ends a subscription now and voids its open invoice', async () => {
  const stripe = await startForTest()
  const { payments, id } = await startSubscription(stripe)
  stripe.pay(id)
  stripe.failRenewal(id)
  await payments.cancel(id, 'now')
  expect(await payments.readSubscription(id)).toMatchObject({ status: 'canceled' })
  expect([...stripe.account.invoices.values()].map(({ status }) => status)).toEqual([
    'paid',
    'void',
  ])
})

test('voids the open invoice of a subscription that has already ended', async () => {
  const stripe = await startForTest()
  const { payments, id } = await startSubscription(stripe)
  stripe.pay(id)
  stripe.failRenewal(id)
  stripe.cancel(id, 'now')
  await payments.cancel(id, 'now')
  expect([...stripe.account.invoices.values()].map(({ status }) => status)).toEqual([
    'paid',
    'void',
  ])
})

test('ends a subscription at the end of the paid time', async () => {
  const stripe = await startForTest()
  const { payments, id } = await startSubscription(stripe)
  stripe.pay(id)
  await payments.cancel(id, 'period-end')
  expect(await payments.readSubscription(id)).toMatchObject({
    status: 'active',
    cancelAtPeriodEnd: true,
  })
})

test.each(['now', 'period-end'] as const)(
  'does nothing when an ended or unknown subscription is canceled (%s)',
  async (when) => {
    const stripe = await startForTest()
    const { payments, id } = await startSubscription(stripe)
    await payments.cancel(id, 'now')
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'abandoned' })
    await payments.cancel(id, when)
    await payments.cancel('sub_nobodys', when)
  },
)

test('ends an unpaid subscription immediately', async () => {
  const stripe = await startForTest()
  const { payments, id } = await startSubscription(stripe)
  await payments.cancel(id, 'period-end')
  expect(await payments.readSubscription(id)).toMatchObject({ status: 'abandoned' })
})

test('refunds a payment once', async () => {
  const stripe = await startForTest()
  const { payments, id } = await startSubscription(stripe)
  stripe.pay(id)
  const paymentId = stripe.paymentOf(id)
  await payments.refund(paymentId, IDEMPOTENCY_KEY)
  await payments.refund(paymentId, IDEMPOTENCY_KEY)
  // Another key refunds nothing either, because the charge is already refunded.
  await payments.refund(paymentId, crypto.randomUUID())
  expect(stripe.account.refunds.size).toBe(1)
  expect(stripe.account.charges.get(paymentId)).toMatchObject({ amount_refunded: 3_995 })
})

test('cannot refund a disputed payment', async () => {
  const stripe = await startForTest()
  const { payments, id } = await startSubscription(stripe)
  stripe.pay(id)
  stripe.dispute(stripe.paymentOf(id))
  await expect(payments.refund(stripe.paymentOf(id), IDEMPOTENCY_KEY)).rejects.toThrow(
    'charge_disputed',
  )
})

test('finds nothing for an unknown subscription', async () => {
  expect(await createPayments(await startForTest()).readSubscription('sub_nobodys')).toBeUndefined()
})

test('reads an event and refuses a forged one', async () => {
  const stripe = await startForTest()
  const { payments, id } = await startSubscription(stripe)
  const event = stripe.pay(id).find(({ type }) => type === 'invoice.paid')
  if (event === undefined) throw new Error('Paid')
  const { body, headers } = stripe.webhookRequest(event)
  const signature = headers['stripe-signature']
  const { fact } = payments.readEvent(Buffer.from(body), signature, new Date())
  expect(fact).toMatchObject({
    kind: 'invoice',
    outcome: 'paid',
    subscriptionId: id,
    key: IDEMPOTENCY_KEY,
  })
  expect(fact).toMatchObject({ amount: 3_995, currency: 'usd', isRenewal: false })
  const forgedBody = Buffer.from(body.replaceAll('3995', '5'))
  expect(() => payments.readEvent(forgedBody, signature, new Date())).toThrow(InvalidEvent)
})

test('lists all events since a given time, oldest first, over many pages', async () => {
  const stripe = await startForTest()
  const { payments, id } = await startSubscription(stripe)
  stripe.pay(id)
  for (let n = 0; n < 60; n++) stripe.renew(id)
  const events = await payments.listEvents(inHours(-1))
  const listedEvents = stripe.account.events.filter(({ id }) =>
    events.some((event) => event.id === id),
  )
  expect(events.map((event) => event.id)).toEqual(listedEvents.map((event) => event.id))
  expect(events.length).toBeGreaterThan(200)
  expect(events.every(({ fact }) => fact !== undefined)).toBe(true)
  const facts = events.map(({ fact }) => fact?.kind)
  expect(facts.filter((kind) => kind === 'invoice')).toHaveLength(61)
  expect(await payments.listEvents(inHours(1))).toEqual([])
})

test('reports an unreadable event and lists the others', async () => {
  const stripe = await startForTest()
  const unreadableCauses: string[] = []
  const { payments, id } = await startSubscription(
    stripe,
    createPayments(stripe, { onUnreadable: (cause) => unreadableCauses.push(cause) }),
  )
  const [paidEvent] = stripe.pay(id).filter(({ type }) => type === 'invoice.paid')
  Object.assign(Object(paidEvent?.data.object), { parent: undefined })
  const events = await payments.listEvents(inHours(-1))
  expect(events.map(({ type }) => type)).toEqual([
    'customer.subscription.created',
    'invoice_payment.paid',
    'customer.subscription.updated',
  ])
  expect(unreadableCauses).toEqual([expect.stringContaining('parent')])
})
