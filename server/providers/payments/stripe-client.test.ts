import { afterEach, expect, test, vi } from 'vitest'
import { CALL_LIMITS } from '../circuit-breaker.ts'
import { PaymentCallRefused, type PaymentProvider, PaymentsUnavailable } from './payments.ts'
import { type StripeOptions, stripePayments } from './stripe.ts'
import { PRICE_ID } from './testing/fake-account.ts'
import { StripeFault } from './testing/stripe-fault.ts'
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
  vi.useRealTimers()
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

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

const CALLS: [string, (payments: PaymentProvider) => Promise<unknown>][] = [
  [
    'createCustomer',
    (payments) => payments.createCustomer({ key: IDEMPOTENCY_KEY, email: EMAIL, name: 'Pat' }),
  ],
  [
    'beginSubscription',
    (payments) => payments.beginSubscription({ ...CHECKOUT_REQUEST, customerId: 'cus_1' }),
  ],
  ['findClientSecret', (payments) => payments.findClientSecret('sub_1')],
  [
    'beginCheckout',
    (payments) => payments.beginCheckout({ ...CHECKOUT_REQUEST, ...PAGES, expiresAt: inHours(1) }),
  ],
  ['endCheckout', (payments) => payments.endCheckout('cs_1')],
  ['openPortal', (payments) => payments.openPortal('cus_1', 'https://golf.example/')],
  ['cancel now', (payments) => payments.cancel('sub_1', 'now')],
  ['cancel period-end', (payments) => payments.cancel('sub_1', 'period-end')],
  ['refund', (payments) => payments.refund('pi_1', IDEMPOTENCY_KEY)],
  ['readSubscription', (payments) => payments.readSubscription('sub_1')],
  ['listEvents', (payments) => payments.listEvents(inHours(-1))],
]

test.each(CALLS)('times out %s when Stripe hangs', async (_, call) => {
  const stripe = await startForTest()
  stripe.mode = 'hang'
  const payments = createPayments(stripe, { limits: { callMs: 150 } })
  const error = await failureOf(call(payments))
  expect(error).toBeInstanceOf(PaymentsUnavailable)
  expectNothingPrivateIn(error)
})

test.each(CALLS)('retries %s once when Stripe fails', async (_, call) => {
  const stripe = await startForTest()
  stripe.mode = 'broken'
  const error = await failureOf(call(createPayments(stripe)))
  expect(error).toBeInstanceOf(PaymentsUnavailable)
  expect(stripe.callCount()).toBe(2)
  expectNothingPrivateIn(error)
})

test.each(CALLS)('treats %s with an unknown API key as retryable', async (_, call) => {
  const stripe = await startForTest()
  const error = await failureOf(
    call(createPayments(stripe, { secretKey: 'sk_test_of_nobody_at_all' })),
  )
  expect(error).toBeInstanceOf(PaymentsUnavailable)
  expect(String(error)).toMatch(/^Error: Stripe returned 401/)
  expect(String(error)).not.toContain('of_nobody')
  expect(stripe.callCount()).toBe(1)
})

// Only 'drip' and 'hang-after' need a short timeout to end the call.
test.each([
  ['too-many', 1, 30_000],
  ['drip', 1, 1_000],
  ['drop-before', 2, 30_000],
  ['drop-after', 2, 30_000],
  ['hang-after', 1, 1_000],
] as const)('throws a retryable error when Stripe fails (%s)', async (mode, calls, callMs) => {
  const stripe = await startForTest()
  stripe.mode = mode
  const customer = { key: IDEMPOTENCY_KEY, email: EMAIL, name: 'Pat' }
  const payments = createPayments(stripe, { limits: { callMs } })
  const error = await failureOf(payments.createCustomer(customer))
  expect(error).toBeInstanceOf(PaymentsUnavailable)
  expect(stripe.callCount()).toBe(calls)
  expect(stripe.account.customers.size).toBeLessThanOrEqual(1)
  expectNothingPrivateIn(error)
})

test('times out a call after three seconds', async () => {
  expect(CALL_LIMITS.callMs).toBe(3_000)
})

test.each([400, 402, 404])(
  'reports only the code of a refusal (%d) and does not retry',
  async (status) => {
    const stripe = await startForTest()
    const words = `No such card: 4242424242424242 of ${EMAIL}`
    stripe.refusals.set('POST /v1/customers', new StripeFault(status, words, 'card_declined'))
    const payments = createPayments(stripe)
    const customer = { key: IDEMPOTENCY_KEY, email: EMAIL, name: 'Pat' }
    const error = await failureOf(payments.createCustomer(customer))
    expect(error).toBeInstanceOf(PaymentCallRefused)
    expect(String(error)).toMatch(
      new RegExp(`^Error: Stripe returned ${status} with code card_declined \\(req_\\w+\\)$`),
    )
    expect(stripe.callCount()).toBe(1)
    expectNothingPrivateIn(error)
  },
)

test('pauses calls while Stripe keeps failing, then tries again', async () => {
  // Freeze only Date, so that the pause ends when the test moves the time, however slow the responses are.
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const stripe = await startForTest()
  const causes: string[] = []
  const payments = createPayments(stripe, {
    limits: { pauseMs: 30_000 },
    onPause: (cause) => causes.push(cause),
  })
  stripe.mode = 'too-many'
  for (let n = 0; n < 8; n++) {
    await expect(payments.readSubscription('sub_1')).rejects.toThrow(PaymentsUnavailable)
  }
  expect(stripe.callCount()).toBe(CALL_LIMITS.failuresToPause)
  expect(causes).toEqual([expect.stringContaining('Stripe returned 429 with code rate_limit')])
  stripe.mode = 'ok'
  vi.setSystemTime(30_000)
  expect(await payments.readSubscription('sub_1')).toBeUndefined()
})

test('does not pause calls because one payment keeps being refused', async () => {
  const stripe = await startForTest()
  const payments = createPayments(stripe)
  for (let n = 0; n < 8; n++) {
    await expect(payments.refund('pi_nobodys', IDEMPOTENCY_KEY)).rejects.toThrow(PaymentCallRefused)
  }
  expect(stripe.callCount()).toBe(8)
})

/** Checks everything that a log would contain of an error: its message, stack, cause and fields. */
function expectNothingPrivateIn(error: unknown): void {
  const everything = `${String(error)} ${JSON.stringify(error)} ${error instanceof Error && error.stack} ${error instanceof Error && String(error.cause)}`
  for (const word of [SECRET_KEY, EMAIL, '4242', 'Shaganappi']) {
    expect(everything).not.toContain(word)
  }
}
