import { expect, test } from 'vitest'
import { InvalidEvent } from './payments.ts'
import { EVENT_TYPES, readEvent, signEvent, UnreadableEvent, verifyEvent } from './read-event.ts'

const SECRET = 'whsec_of_nobody'
const NOW = new Date('2026-11-21T12:00:00Z')
const BODY = Buffer.from('{"id":"evt_1","object":"event"}')

const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)
const signature = (secret = SECRET, at = NOW) => signEvent(BODY.toString(), secret, at)

test('accepts an event that is signed with the secret', () => {
  expect(verifyEvent(BODY, signature(), SECRET, NOW)).toEqual({ id: 'evt_1', object: 'event' })
})

test('accepts either signature while Stripe rotates the secret', () => {
  const [at, v1] = signature().split(',')
  const other = signature('whsec_old').split(',')[1]
  for (const header of [`${at},${other},${v1}`, `${at},${v1},${other},v0=abc`]) {
    expect(verifyEvent(BODY, header, SECRET, NOW)).toMatchObject({ id: 'evt_1' })
  }
})

test.each<[string, string | undefined, Buffer?]>([
  ['without a signature', undefined],
  ['with an empty signature', ''],
  ['without a timestamp', signature().replace(/t=\d+,/, '')],
  ['with a timestamp but no signature', signature().replace(/,v1=.*/, '')],
  ['with another signature scheme', signature().replace('v1=', 'v0=')],
  ['signed with another secret', signature('whsec_other')],
  ['signed with an empty secret', 't=1795262400,v1='],
  ['with another body', signature(), Buffer.from('{"id":"evt_2","object":"event"}')],
  ['with the same body in another format', signature(), Buffer.from(`${BODY.toString()} `)],
  ['with another timestamp', signature().replace(/t=\d+/, `t=${NOW.getTime() / 1_000 - 1}`)],
  ['without a body', signature(), Buffer.alloc(0)],
])('refuses an event %s', (_, header, body = BODY) => {
  expect(() => verifyEvent(body, header, SECRET, NOW)).toThrow(InvalidEvent)
})

test.each([
  [-300, true],
  [-301, false],
  [0, true],
  [300, true],
  [301, false],
])('checks the timestamp of an event: %d s from now, accepted: %s', (seconds, isAccepted) => {
  const verify = () => verifyEvent(BODY, signature(SECRET, inSeconds(seconds)), SECRET, NOW)
  if (isAccepted) expect(verify()).toMatchObject({ id: 'evt_1' })
  else expect(verify).toThrow(InvalidEvent)
})

test('refuses signed content that is not JSON', () => {
  const body = Buffer.from('{"id":')
  const header = signEvent(body.toString(), SECRET, NOW)
  expect(() => verifyEvent(body, header, SECRET, NOW)).toThrow(InvalidEvent)
})

test('quotes neither the event nor the secret in an error', () => {
  const body = Buffer.from('{"email":"pat@golf.example"}')
  try {
    verifyEvent(body, signature(), SECRET, NOW)
    expect.unreachable()
  } catch (error) {
    const all = `${String(error)}${JSON.stringify(error)}${String(Object(error).cause)}`
    expect(all).not.toContain('pat@')
    expect(all).not.toContain(SECRET)
  }
})

const KEY = '7f9c1c1e-4a8f-4f4e-9a55-1f0e2f6b7a01'
const START = 1_795_262_400
const END = 1_810_900_800

const INVOICE = {
  id: 'in_1',
  object: 'invoice',
  amount_due: 3_995,
  amount_paid: 3_995,
  currency: 'usd',
  customer: 'cus_1',
  billing_reason: 'subscription_create',
  hosted_invoice_url: 'https://invoice.stripe.example/1',
  status_transitions: { paid_at: START + 5 },
  // The invoice's own period is the previous one, because subscriptions are paid in advance.
  period_start: START,
  period_end: START,
  lines: { data: [{ period: { start: START, end: END } }] },
  parent: {
    type: 'subscription_details',
    subscription_details: { subscription: 'sub_1', metadata: { key: KEY } },
  },
}
const SUBSCRIPTION = {
  id: 'sub_1',
  object: 'subscription',
  customer: 'cus_1',
  metadata: { key: KEY },
  status: 'active',
  cancel_at_period_end: false,
  cancel_at: null,
  items: { data: [{ current_period_end: END }] },
}
const DISPUTE = { id: 'dp_1', payment_intent: 'pi_1', amount: 3_995, status: 'needs_response' }
const SESSION = {
  id: 'cs_1',
  metadata: { key: KEY },
  subscription: 'sub_1',
  customer: 'cus_1',
}

const eventOf = (type: string, object: unknown) => ({
  id: 'evt_1',
  object: 'event',
  type,
  created: START + 7,
  api_version: '2026-10-28.endive',
  data: { object },
})
const factOf = (type: string, object: unknown) => readEvent(eventOf(type, object)).fact

const PAID_FACT = {
  kind: 'invoice',
  outcome: 'paid',
  invoiceId: 'in_1',
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  key: KEY,
  amount: 3_995,
  currency: 'usd',
  periodStart: new Date(START * 1_000),
  periodEnd: new Date(END * 1_000),
  isRenewal: false,
  hostedUrl: 'https://invoice.stripe.example/1',
  at: new Date((START + 5) * 1_000),
}
const SUBSCRIPTION_FACT = {
  kind: 'subscription',
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  key: KEY,
  status: 'active',
  cancelAtPeriodEnd: false,
  periodEnd: new Date(END * 1_000),
}
const OPEN_INVOICE = { ...INVOICE, amount_paid: 0, status_transitions: { paid_at: null } }
const FAILED_FACT = { ...PAID_FACT, outcome: 'failed', at: new Date((START + 7) * 1_000) }
const CHECKOUT_FACT = {
  kind: 'checkout',
  checkoutId: 'cs_1',
  key: KEY,
  outcome: 'complete',
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
}
const REFUND_FACT = { kind: 'refund', paymentId: 'pi_1', refunded: 1_000 }
const DISPUTE_FACT = { kind: 'dispute', paymentId: 'pi_1', amount: 3_995, outcome: 'open' }

const READABLE_EVENTS: [string, unknown, unknown][] = [
  ['invoice.paid', INVOICE, PAID_FACT],
  ['invoice.paid', { ...INVOICE, customer: { id: 'cus_1' } }, PAID_FACT],
  ['invoice.paid', { ...INVOICE, billing_reason: 'subscription_cycle' }, { isRenewal: true }],
  ['invoice.paid', { ...INVOICE, amount_paid: 995 }, { amount: 995 }],
  ['invoice.payment_failed', OPEN_INVOICE, FAILED_FACT],
  ['invoice.payment_action_required', OPEN_INVOICE, { ...FAILED_FACT, outcome: 'action-required' }],
  [
    'invoice_payment.paid',
    { invoice: 'in_1', payment: { type: 'payment_intent', payment_intent: 'pi_1' } },
    { kind: 'payment', invoiceId: 'in_1', paymentId: 'pi_1' },
  ],
  ['customer.subscription.created', SUBSCRIPTION, SUBSCRIPTION_FACT],
  ['customer.subscription.updated', SUBSCRIPTION, SUBSCRIPTION_FACT],
  [
    'customer.subscription.updated',
    { ...SUBSCRIPTION, cancel_at_period_end: true },
    { ...SUBSCRIPTION_FACT, cancelAtPeriodEnd: true },
  ],
  [
    'customer.subscription.updated',
    { ...SUBSCRIPTION, cancel_at: END },
    { ...SUBSCRIPTION_FACT, cancelAtPeriodEnd: true },
  ],
  ['customer.subscription.paused', SUBSCRIPTION, SUBSCRIPTION_FACT],
  ['customer.subscription.resumed', SUBSCRIPTION, SUBSCRIPTION_FACT],
  [
    'customer.subscription.deleted',
    { ...SUBSCRIPTION, status: 'canceled' },
    { ...SUBSCRIPTION_FACT, status: 'canceled' },
  ],
  ['charge.refunded', { id: 'ch_1', payment_intent: 'pi_1', amount_refunded: 1_000 }, REFUND_FACT],
  [
    'charge.refunded',
    { id: 'ch_1', payment_intent: 'pi_1', amount_refunded: 9_999_999_999 },
    { ...REFUND_FACT, refunded: 2_147_483_647 },
  ],
  ['charge.dispute.created', DISPUTE, DISPUTE_FACT],
  ['charge.dispute.updated', { ...DISPUTE, status: 'under_review' }, DISPUTE_FACT],
  ['charge.dispute.closed', { ...DISPUTE, status: 'won' }, { ...DISPUTE_FACT, outcome: 'won' }],
  ['charge.dispute.closed', { ...DISPUTE, status: 'lost' }, { ...DISPUTE_FACT, outcome: 'lost' }],
  ['checkout.session.completed', SESSION, CHECKOUT_FACT],
  ['checkout.session.async_payment_succeeded', SESSION, CHECKOUT_FACT],
  [
    'checkout.session.expired',
    { ...SESSION, subscription: null, customer: null },
    { ...CHECKOUT_FACT, outcome: 'expired', subscriptionId: null, customerId: null },
  ],
]

test.each(READABLE_EVENTS)('parses %s', (type, object, fact) => {
  const event = readEvent(eventOf(type, object))
  expect(event).toMatchObject({ id: 'evt_1', type, at: new Date((START + 7) * 1_000) })
  expect(event.fact).toMatchObject(Object(fact))
})

test('parses every event type that the app subscribes to', () => {
  expect(new Set(READABLE_EVENTS.map(([type]) => type))).toEqual(new Set(EVENT_TYPES))
  // https://docs.stripe.com/api/events/list allows up to 20 types.
  expect(EVENT_TYPES.length).toBeLessThanOrEqual(20)
})

test.each([
  ['incomplete', 'incomplete'],
  ['incomplete_expired', 'abandoned'],
  ['trialing', 'active'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['paused', 'past_due'],
  ['canceled', 'canceled'],
])("maps Stripe's %s to %s", (status, ours) => {
  expect(factOf('customer.subscription.updated', { ...SUBSCRIPTION, status })).toMatchObject({
    status: ours,
  })
})

test.each<[string, string, unknown]>([
  ['an unused type', 'customer.updated', { id: 'cus_1' }],
  ['a built-in JavaScript property name', 'constructor', {}],
  ['an invoice without a subscription', 'invoice.paid', { ...INVOICE, parent: null }],
  [
    'an invoice of a quote',
    'invoice.paid',
    { ...INVOICE, parent: { type: 'quote_details', subscription_details: null } },
  ],
  ['a payment made elsewhere', 'invoice_payment.paid', { invoice: 'in_1', payment: {} }],
  [
    'a refund of a charge without an invoice',
    'charge.refunded',
    { payment_intent: null, amount_refunded: 1 },
  ],
  ['an inquiry', 'charge.dispute.created', { ...DISPUTE, status: 'warning_needs_response' }],
])('ignores %s', (_, type, object) => {
  expect(readEvent(eventOf(type, object))).toMatchObject({ id: 'evt_1', type, fact: undefined })
})

test.each([undefined, null, {}, { key: 'of somebody else' }])(
  'does not mistake the metadata %j for one of our keys',
  (metadata) => {
    const fact = factOf('customer.subscription.created', { ...SUBSCRIPTION, metadata })
    expect(fact).toMatchObject({ key: undefined })
  },
)

test.each<[string, unknown, string]>([
  ['invoice.paid', { ...INVOICE, parent: undefined }, 'parent'],
  ['invoice.paid', { ...INVOICE, amount_paid: '3995' }, 'amount_paid'],
  ['invoice.paid', { ...INVOICE, lines: { data: [] } }, 'lines.data'],
  ['customer.subscription.updated', { ...SUBSCRIPTION, status: 'resting' }, 'status'],
  ['customer.subscription.updated', { ...SUBSCRIPTION, items: undefined }, 'items'],
  ['charge.dispute.closed', { ...DISPUTE, status: 'drawn' }, 'status'],
  ['charge.refunded', {}, 'payment_intent'],
  ['checkout.session.completed', null, ''],
])("names a field of %s that does not match Stripe's documentation", (type, object, field) => {
  expect(() => factOf(type, object)).toThrow(UnreadableEvent)
  expect(() => factOf(type, object)).toThrow(
    `evt_1 (${type}, version 2026-10-28.endive): ${field}:`,
  )
})

test.each([null, 'evt_1', {}, { id: 'evt_1', type: 'invoice.paid' }])(
  'rejects %j, which is not an event',
  (json) => {
    expect(() => readEvent(json)).toThrow(UnreadableEvent)
  },
)
