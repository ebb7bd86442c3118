import { afterEach, expect, test } from 'vitest'
import { NoticeRefused, PaymentRefused, type Payments, PaymentsUnavailable } from './payments.ts'
import { STRIPE_LIMITS, type StripeOptions, stripePayments } from './stripe.ts'
import { PRICE_ID } from './testing/stripe-books.ts'
import { StripeFault } from './testing/stripe-fault.ts'
import {
  PUBLISHABLE_KEY,
  SECRET_KEY,
  type StripeStandIn,
  startStripe,
  WEBHOOK_SECRET,
} from './testing/stripe-stand-in.ts'

const KEY = '7f9c1c1e-4a8f-4f4e-9a55-1f0e2f6b7a01'
const EMAIL = 'pat@golf.example'
const PLAN = { key: KEY, email: EMAIL, description: 'Shaganappi Regulars' }
const PAGES = { successUrl: 'https://golf.example/ok', cancelUrl: 'https://golf.example/no' }
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

const open: StripeStandIn[] = []
afterEach(async () => {
  for (const stripe of open.splice(0)) await stripe.close()
})

async function started(): Promise<StripeStandIn> {
  const stripe = await startStripe()
  open.push(stripe)
  return stripe
}

function paymentsOf(stripe: StripeStandIn, options: Partial<StripeOptions> = {}): Payments {
  return stripePayments({
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    priceId: PRICE_ID,
    apiBase: stripe.url,
    ...options,
    limits: { callMs: 600, ...options.limits },
  })
}

async function begun(stripe: StripeStandIn, payments = paymentsOf(stripe)) {
  const customerId = await payments.createCustomer({ key: KEY, email: EMAIL, name: 'Pat Jones' })
  const { subscription, clientSecret } = await payments.beginSubscription({ ...PLAN, customerId })
  return { payments, customerId, clientSecret, id: subscription.subscriptionId, subscription }
}

const failureOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => undefined,
    (error: unknown) => error,
  )

test('it is Stripe, and says by which key the browser knows it', async () => {
  expect(paymentsOf(await started())).toMatchObject({
    kind: 'stripe',
    publishableKey: PUBLISHABLE_KEY,
  })
})

test('a customer is made once for a key', async () => {
  const stripe = await started()
  const payments = paymentsOf(stripe)
  const customer = { key: KEY, email: EMAIL, name: 'Pat Jones' }
  const id = await payments.createCustomer(customer)
  expect(await payments.createCustomer(customer)).toBe(id)
  expect([...stripe.books.customers.values()]).toMatchObject([
    { id, email: EMAIL, name: 'Pat Jones', metadata: { key: KEY } },
  ])
})

test('a subscription begins, and nothing is charged', async () => {
  const stripe = await started()
  const { customerId, clientSecret, id, subscription } = await begun(stripe)
  expect(subscription).toEqual({
    subscriptionId: id,
    customerId,
    key: KEY,
    status: 'incomplete',
    cancelAtPeriodEnd: false,
    periodEnd: expect.any(Date),
  })
  const half = subscription.periodEnd.getTime() - Date.now()
  expect(half / 86_400_000).toBeGreaterThan(180)
  expect(half / 86_400_000).toBeLessThan(185)
  expect(clientSecret).toMatch(/^pi_\w+_secret_\w+$/)
  expect(stripe.books.charges.size).toBe(0)
  expect(stripe.books.subscriptions.get(id)?.description).toBe('Shaganappi Regulars')
})

test('a key begins one subscription, however often and whenever it is tried', async () => {
  const stripe = await started()
  const { payments, customerId, id } = await begun(stripe)
  const plan = { ...PLAN, customerId }
  const again = await payments.beginSubscription(plan)
  expect(again.subscription.subscriptionId).toBe(id)
  stripe.mode = 50
  const other = { ...plan, key: '7f9c1c1e-4a8f-4f4e-9a55-1f0e2f6b7a02' }
  await Promise.allSettled(Array.from({ length: 20 }, () => payments.beginSubscription(other)))
  expect(stripe.books.subscriptions.size).toBe(2)
})

test('an answer that was lost is found again by the key', async () => {
  const stripe = await started()
  const payments = paymentsOf(stripe)
  const customerId = await payments.createCustomer({ key: KEY, email: EMAIL, name: 'Pat' })
  stripe.mode = 'hang-after'
  const plan = { ...PLAN, customerId }
  expect(await failureOf(payments.beginSubscription(plan))).toBeInstanceOf(PaymentsUnavailable)
  stripe.mode = 'ok'
  const { subscription } = await payments.beginSubscription(plan)
  expect([...stripe.books.subscriptions.keys()]).toEqual([subscription.subscriptionId])
})

test('a key that comes with another payer is refused', async () => {
  const stripe = await started()
  const { payments, customerId } = await begun(stripe)
  const plan = { ...PLAN, customerId, description: 'Another group' }
  const error = await failureOf(payments.beginSubscription(plan))
  expect(error).toBeInstanceOf(PaymentRefused)
  expect(String(error)).toMatch(/^Error: Stripe answered 400 with code StripeIdempotencyError/)
})

test.each([
  ['amount', { unit_amount: 4_995 }],
  ['currency', { currency: 'cad' }],
])("another %s than the house's is refused, and no payment stays open", async (_, change) => {
  const stripe = await started()
  Object.assign(stripe.books.price, change)
  const payments = paymentsOf(stripe)
  const customerId = await payments.createCustomer({ key: KEY, email: EMAIL, name: 'Pat' })
  const plan = { ...PLAN, customerId }
  await expect(payments.beginSubscription(plan)).rejects.toThrow(PaymentRefused)
  expect([...stripe.books.subscriptions.values()]).toMatchObject([{ status: 'incomplete_expired' }])
  expect([...stripe.books.invoices.values()]).toMatchObject([{ status: 'void' }])
  const checkout = { ...PLAN, ...PAGES, expiresAt: inHours(1) }
  await expect(payments.beginCheckout(checkout)).rejects.toThrow(PaymentRefused)
  expect([...stripe.books.sessions.values()]).toMatchObject([{ status: 'expired' }])
})

test('a price of another period is refused', async () => {
  const stripe = await started()
  Object.assign(stripe.books.price.recurring ?? {}, { interval_count: 1 })
  await expect(begun(stripe)).rejects.toThrow(PaymentRefused)
})

test('the secret of an open payment is found again, and that of no other', async () => {
  const stripe = await started()
  const { payments, clientSecret, id } = await begun(stripe)
  expect(await payments.findClientSecret(id)).toBe(clientSecret)
  stripe.pay(id)
  expect(await payments.findClientSecret(id)).toBeUndefined()
  stripe.failRenewal(id)
  expect(await payments.findClientSecret(id)).not.toBe(clientSecret)
  expect(await payments.findClientSecret(id)).toMatch(/_secret_/)
  expect(await payments.findClientSecret('sub_nobodys')).toBeUndefined()
})

test('a page to pay at carries the key to what comes of it', async () => {
  const stripe = await started()
  const payments = paymentsOf(stripe)
  const plan = { ...PLAN, ...PAGES, expiresAt: inHours(1) }
  const { checkoutId, url } = await payments.beginCheckout(plan)
  expect(await payments.beginCheckout(plan)).toEqual({ checkoutId, url })
  expect(url).toBe(`https://checkout.stripe.com/c/pay/${checkoutId}`)
  stripe.payCheckout(checkoutId)
  const [paid] = [...stripe.books.subscriptions.values()]
  expect(await payments.readSubscription(paid?.id ?? '')).toMatchObject({
    status: 'active',
    key: KEY,
  })
})

test.each([0.4, 25])('a page that is open for %d hours is refused', async (hours) => {
  const payments = paymentsOf(await started())
  const plan = { ...PLAN, ...PAGES, expiresAt: inHours(hours) }
  await expect(payments.beginCheckout(plan)).rejects.toThrow(PaymentRefused)
})

test('a page is ended, once or twice, unless it has been paid', async () => {
  const stripe = await started()
  const payments = paymentsOf(stripe)
  const plan = { ...PLAN, ...PAGES, expiresAt: inHours(1) }
  const { checkoutId } = await payments.beginCheckout(plan)
  expect(await payments.endCheckout(checkoutId)).toBe(true)
  expect(await payments.endCheckout(checkoutId)).toBe(true)
  expect(await payments.endCheckout('cs_test_nobodys')).toBe(true)
  const other = await payments.beginCheckout({ ...plan, key: crypto.randomUUID() })
  stripe.payCheckout(other.checkoutId)
  expect(await payments.endCheckout(other.checkoutId)).toBe(false)
})

test('the portal is the payer’s own', async () => {
  const stripe = await started()
  const { payments, customerId } = await begun(stripe)
  const url = await payments.openPortal(customerId, 'https://golf.example/profile')
  expect(url).toMatch(/^https:\/\/billing\.stripe\.com\/p\/session\//)
  const error = await failureOf(payments.openPortal('cus_nobodys', 'https://golf.example/'))
  expect(error).toBeInstanceOf(PaymentRefused)
  expect(String(error)).toContain('resource_missing')
})

test('a subscription ends now, with what was open of it', async () => {
  const stripe = await started()
  const { payments, id } = await begun(stripe)
  stripe.pay(id)
  stripe.failRenewal(id)
  await payments.cancel(id, 'now')
  expect(await payments.readSubscription(id)).toMatchObject({ status: 'canceled' })
  expect([...stripe.books.invoices.values()].map(({ status }) => status)).toEqual(['paid', 'void'])
})

test('what is open is ended, too, where only that was missed', async () => {
  const stripe = await started()
  const { payments, id } = await begun(stripe)
  stripe.pay(id)
  stripe.failRenewal(id)
  stripe.cancel(id, 'now')
  await payments.cancel(id, 'now')
  expect([...stripe.books.invoices.values()].map(({ status }) => status)).toEqual(['paid', 'void'])
})

test('a subscription ends with what is paid for', async () => {
  const stripe = await started()
  const { payments, id } = await begun(stripe)
  stripe.pay(id)
  await payments.cancel(id, 'period-end')
  expect(await payments.readSubscription(id)).toMatchObject({
    status: 'active',
    cancelAtPeriodEnd: true,
  })
})

test.each(['now', 'period-end'] as const)('ending (%s) what has ended is done', async (when) => {
  const stripe = await started()
  const { payments, id } = await begun(stripe)
  await payments.cancel(id, 'now')
  expect(await payments.readSubscription(id)).toMatchObject({ status: 'abandoned' })
  await payments.cancel(id, when)
  await payments.cancel('sub_nobodys', when)
})

test('a payment is given back once', async () => {
  const stripe = await started()
  const { payments, id } = await begun(stripe)
  stripe.pay(id)
  const paymentId = stripe.paymentOf(id)
  await payments.refund(paymentId, KEY)
  await payments.refund(paymentId, KEY)
  // With another key: the charge itself is given back already.
  await payments.refund(paymentId, crypto.randomUUID())
  expect(stripe.books.refunds.size).toBe(1)
  expect(stripe.books.charges.get(paymentId)).toMatchObject({ amount_refunded: 3_995 })
})

test('a disputed payment cannot be given back', async () => {
  const stripe = await started()
  const { payments, id } = await begun(stripe)
  stripe.pay(id)
  stripe.dispute(stripe.paymentOf(id))
  await expect(payments.refund(stripe.paymentOf(id), KEY)).rejects.toThrow('charge_disputed')
})

test('a subscription of nobody’s is none', async () => {
  expect(await paymentsOf(await started()).readSubscription('sub_nobodys')).toBeUndefined()
})

test('a notice is read, and a forged one is not', async () => {
  const stripe = await started()
  const { payments, id } = await begun(stripe)
  const event = stripe.pay(id).find(({ type }) => type === 'invoice.paid')
  if (event === undefined) throw new Error('Paid')
  const { body, headers } = stripe.notice(event)
  const signature = headers['stripe-signature']
  const { fact } = payments.readNotice(Buffer.from(body), signature, new Date())
  expect(fact).toMatchObject({ kind: 'invoice', outcome: 'paid', subscriptionId: id, key: KEY })
  expect(fact).toMatchObject({ amount: 3_995, currency: 'usd', isRenewal: false })
  const forged = Buffer.from(body.replaceAll('3995', '5'))
  expect(() => payments.readNotice(forged, signature, new Date())).toThrow(NoticeRefused)
})

async function listed(payments: Payments, since: Date) {
  const events = []
  for await (const event of payments.listEvents(since)) events.push(event)
  return events
}

test('all notices since a moment are listed, oldest first, over many pages', async () => {
  const stripe = await started()
  const { payments, id } = await begun(stripe)
  stripe.pay(id)
  for (let turn = 0; turn < 60; turn++) stripe.renew(id)
  const events = await listed(payments, inHours(-1))
  const told = stripe.books.events.filter(({ id }) => events.some((event) => event.id === id))
  expect(events.map((event) => event.id)).toEqual(told.map((event) => event.id))
  expect(events.length).toBeGreaterThan(200)
  expect(events.every(({ fact }) => fact !== undefined)).toBe(true)
  const facts = events.map(({ fact }) => fact?.kind)
  expect(facts.filter((kind) => kind === 'invoice')).toHaveLength(61)
  expect(await listed(payments, inHours(1))).toEqual([])
})

test('an event that cannot be read is told of, and hides no other', async () => {
  const stripe = await started()
  const unreadable: string[] = []
  const { payments, id } = await begun(
    stripe,
    paymentsOf(stripe, { onUnreadable: (cause) => unreadable.push(cause) }),
  )
  const [paid] = stripe.pay(id).filter(({ type }) => type === 'invoice.paid')
  Object.assign(Object(paid?.data.object), { parent: undefined })
  const events = await listed(payments, inHours(-1))
  expect(events.map(({ type }) => type)).toEqual([
    'customer.subscription.created',
    'invoice_payment.paid',
    'customer.subscription.updated',
  ])
  expect(unreadable).toEqual([expect.stringContaining('parent')])
})

const CALLS: [string, (payments: Payments) => Promise<unknown>][] = [
  ['createCustomer', (it) => it.createCustomer({ key: KEY, email: EMAIL, name: 'Pat' })],
  ['beginSubscription', (it) => it.beginSubscription({ ...PLAN, customerId: 'cus_1' })],
  ['findClientSecret', (it) => it.findClientSecret('sub_1')],
  ['beginCheckout', (it) => it.beginCheckout({ ...PLAN, ...PAGES, expiresAt: inHours(1) })],
  ['endCheckout', (it) => it.endCheckout('cs_1')],
  ['openPortal', (it) => it.openPortal('cus_1', 'https://golf.example/')],
  ['cancel now', (it) => it.cancel('sub_1', 'now')],
  ['cancel period-end', (it) => it.cancel('sub_1', 'period-end')],
  ['refund', (it) => it.refund('pi_1', KEY)],
  ['readSubscription', (it) => it.readSubscription('sub_1')],
  ['listEvents', (it) => listed(it, inHours(-1))],
]

test.each(CALLS)('%s at a hanging Stripe ends in time', async (_, ask) => {
  const stripe = await started()
  stripe.mode = 'hang'
  const payments = paymentsOf(stripe, { limits: { callMs: 150 } })
  const start = performance.now()
  const error = await failureOf(ask(payments))
  expect(performance.now() - start).toBeLessThan(1_000)
  expect(error).toBeInstanceOf(PaymentsUnavailable)
  expectNoWordsIn(error)
})

test.each(CALLS)('%s at a failing Stripe is tried twice', async (_, ask) => {
  const stripe = await started()
  stripe.mode = 'broken'
  const error = await failureOf(ask(paymentsOf(stripe)))
  expect(error).toBeInstanceOf(PaymentsUnavailable)
  expect(stripe.calls()).toBe(2)
  expectNoWordsIn(error)
})

test.each(CALLS)('%s with a key that Stripe does not know can be mended', async (_, ask) => {
  const stripe = await started()
  const error = await failureOf(ask(paymentsOf(stripe, { secretKey: 'sk_test_of_nobody_at_all' })))
  expect(error).toBeInstanceOf(PaymentsUnavailable)
  expect(String(error)).toMatch(/^Error: Stripe answered 401/)
  expect(String(error)).not.toContain('of_nobody')
  expect(stripe.calls()).toBe(1)
})

test.each([
  ['too-many', 1],
  ['drip', 1],
  ['drop-before', 2],
  ['drop-after', 2],
  ['hang-after', 1],
] as const)('Stripe at its worst (%s) is worth another try later', async (mode, calls) => {
  const stripe = await started()
  stripe.mode = mode
  const start = performance.now()
  const customer = { key: KEY, email: EMAIL, name: 'Pat' }
  const error = await failureOf(paymentsOf(stripe).createCustomer(customer))
  expect(performance.now() - start).toBeLessThan(2_000)
  expect(error).toBeInstanceOf(PaymentsUnavailable)
  expect(stripe.calls()).toBe(calls)
  expect(stripe.books.customers.size).toBeLessThanOrEqual(1)
  expectNoWordsIn(error)
})

test('a call ends after three seconds', async () => {
  expect(STRIPE_LIMITS.callMs).toBe(3_000)
})

test.each([400, 402, 404])(
  'a no (%d) is told by its code alone, and is not tried again',
  async (status) => {
    const stripe = await started()
    const words = `No such card: 4242424242424242 of ${EMAIL}`
    stripe.refusals.set('POST /v1/customers', new StripeFault(status, words, 'card_declined'))
    const payments = paymentsOf(stripe)
    const customer = { key: KEY, email: EMAIL, name: 'Pat' }
    const error = await failureOf(payments.createCustomer(customer))
    expect(error).toBeInstanceOf(PaymentRefused)
    expect(String(error)).toMatch(
      new RegExp(`^Error: Stripe answered ${status} with code card_declined \\(req_\\w+\\)$`),
    )
    expect(stripe.calls()).toBe(1)
    expectNoWordsIn(error)
  },
)

test('a failing Stripe is left alone for a while, and then asked again', async () => {
  const stripe = await started()
  const causes: string[] = []
  const payments = paymentsOf(stripe, {
    limits: { pauseMs: 300 },
    onPause: (cause) => causes.push(cause),
  })
  stripe.mode = 'too-many'
  for (let turn = 0; turn < 8; turn++) {
    await expect(payments.readSubscription('sub_1')).rejects.toThrow(PaymentsUnavailable)
  }
  expect(stripe.calls()).toBe(STRIPE_LIMITS.failuresToPause)
  expect(causes).toEqual([expect.stringContaining('Stripe answered 429 with code rate_limit')])
  stripe.mode = 'ok'
  await new Promise((resolve) => setTimeout(resolve, 350))
  expect(await payments.readSubscription('sub_1')).toBeUndefined()
})

test('what one payment meets does not pause a working Stripe', async () => {
  const stripe = await started()
  const payments = paymentsOf(stripe)
  for (let turn = 0; turn < 8; turn++) {
    await expect(payments.refund('pi_nobodys', KEY)).rejects.toThrow(PaymentRefused)
  }
  expect(stripe.calls()).toBe(8)
})

/** In a log, an error's message, stack and fields are all written out. */
function expectNoWordsIn(error: unknown): void {
  const everything = `${String(error)} ${JSON.stringify(error)} ${error instanceof Error && error.stack} ${error instanceof Error && String(error.cause)}`
  for (const word of [SECRET_KEY, EMAIL, '4242', 'Shaganappi']) {
    expect(everything).not.toContain(word)
  }
}
