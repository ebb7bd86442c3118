import type Stripe from 'stripe'
import { Temporal } from 'temporal-polyfill'
import { missingFault, StripeFault } from './stripe-fault.ts'
import {
  idOf,
  makeCustomer,
  makeInvoice,
  makePrice,
  makeSubscription,
  newId,
} from './stripe-objects.ts'
import { makeInvoicePayment } from './stripe-payments.ts'

export const PRICE_ID = 'price_of_a_group'

/** `invoice` is the invoice's id. */
export interface PaymentIntent {
  readonly id: string
  readonly secret: string
  readonly invoice: string
}

/** Tests can change everything. The keys of the maps are the ids of their values, unless stated otherwise. */
export interface FakeAccount {
  readonly price: Stripe.Price
  readonly customers: Map<string, Stripe.Customer>
  readonly subscriptions: Map<string, Stripe.Subscription>
  readonly invoices: Map<string, Stripe.Invoice>
  /** Keyed by invoice id. */
  readonly intents: Map<string, PaymentIntent>
  readonly invoicePayments: Map<string, Stripe.InvoicePayment>
  /** Keyed by payment intent id. */
  readonly charges: Map<string, Stripe.Charge>
  readonly refunds: Map<string, Stripe.Refund>
  /** Keyed by payment intent id. */
  readonly disputes: Map<string, Stripe.Dispute>
  readonly sessions: Map<string, Stripe.Checkout.Session>
  /** The metadata for the subscription that a checkout session creates, by session id. */
  readonly subscriptionMetadataBySession: Map<string, Stripe.Metadata>
  /** Oldest first. */
  readonly events: Stripe.Event[]
  /** In seconds since 1970. */
  now(): number
}

export function createFakeAccount(now: () => Date): FakeAccount {
  const seconds = () => Math.floor(now().getTime() / 1_000)
  return {
    price: makePrice(seconds(), PRICE_ID, 3_995),
    customers: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    intents: new Map(),
    invoicePayments: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    sessions: new Map(),
    subscriptionMetadataBySession: new Map(),
    events: [],
    now: seconds,
  }
}

export function recordEvent(
  account: FakeAccount,
  type: Stripe.Event['type'],
  object: object,
): Stripe.Event {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: account.now(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: newId('req'), idempotency_key: null },
    type,
  }
  // The `stripe` package has a TypeScript type for each event type. Callers pass the object that fits `type`.
  const recorded = event as Stripe.Event
  account.events.push(recorded)
  return recorded
}

export function findOrFail<T>(objects: ReadonlyMap<string, T>, what: string, id: string): T {
  const object = objects.get(id)
  if (object === undefined) throw missingFault(what, id)
  return object
}

export function periodEnd(price: Stripe.Price, start: number): number {
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {}
  const after = Temporal.Instant.fromEpochMilliseconds(start * 1_000)
    .toZonedDateTimeISO('UTC')
    .add({ [`${interval}s`]: count })
  return Math.floor(after.epochMilliseconds / 1_000)
}

export function addCustomer(
  account: FakeAccount,
  given: { email: string | null; name: string | null; metadata: Stripe.Metadata },
): Stripe.Customer {
  const customer = makeCustomer(account.now(), given)
  account.customers.set(customer.id, customer)
  recordEvent(account, 'customer.created', customer)
  return customer
}

export function addSubscription(
  account: FakeAccount,
  given: { customer: string; description: string | null; metadata: Stripe.Metadata },
): Stripe.Subscription {
  const start = account.now()
  const price = structuredClone(account.price)
  const subscription = makeSubscription({
    ...given,
    price,
    start,
    end: periodEnd(price, start),
  })
  account.subscriptions.set(subscription.id, subscription)
  addInvoice(account, subscription, 'subscription_create')
  recordEvent(account, 'customer.subscription.created', subscription)
  return subscription
}

export function addInvoice(
  account: FakeAccount,
  subscription: Stripe.Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
): Stripe.Invoice {
  const email = account.customers.get(idOf(subscription.customer))?.email ?? null
  const invoice = makeInvoice({ at: account.now(), subscription, reason, email })
  const id = newId('pi')
  const intent = { id, secret: `${id}_secret_${newId('x').slice(2)}`, invoice: invoice.id }
  account.invoices.set(invoice.id, invoice)
  account.intents.set(invoice.id, intent)
  const payment = makeInvoicePayment(account.now(), invoice, intent.id)
  account.invoicePayments.set(payment.id, payment)
  subscription.latest_invoice = invoice.id
  recordEvent(account, 'invoice.created', invoice)
  recordEvent(account, 'invoice.finalized', invoice)
  return invoice
}

export function openInvoiceOf(
  account: FakeAccount,
  subscription: Stripe.Subscription,
): Stripe.Invoice {
  const invoice = findOrFail(account.invoices, 'invoice', idOf(subscription.latest_invoice))
  if (invoice.status !== 'open') throw new Error(`${invoice.id} is ${invoice.status}`)
  return invoice
}

export function voidInvoice(account: FakeAccount, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'open') {
    throw new StripeFault(400, `You can only void an open invoice; this is ${invoice.status}`)
  }
  invoice.status = 'void'
  invoice.amount_remaining = 0
  invoice.status_transitions.voided_at = account.now()
  recordEvent(account, 'invoice.voided', invoice)
}

/** Like Stripe, distinguishes between a canceled subscription and one that was never paid. */
export function endSubscription(account: FakeAccount, subscription: Stripe.Subscription): void {
  const at = account.now()
  const wasPaid = subscription.status !== 'incomplete'
  subscription.status = wasPaid ? 'canceled' : 'incomplete_expired'
  subscription.canceled_at ??= at
  subscription.ended_at = at
  if (!wasPaid) {
    const invoice = account.invoices.get(idOf(subscription.latest_invoice))
    if (invoice?.status === 'open') voidInvoice(account, invoice)
  }
  recordEvent(
    account,
    wasPaid ? 'customer.subscription.deleted' : 'customer.subscription.updated',
    subscription,
  )
}

export function setCancelAtPeriodEnd(
  account: FakeAccount,
  subscription: Stripe.Subscription,
  shouldCancel: boolean,
): void {
  const [item] = subscription.items.data
  subscription.cancel_at_period_end = shouldCancel
  subscription.cancel_at = shouldCancel ? (item?.current_period_end ?? null) : null
  subscription.canceled_at = shouldCancel ? account.now() : null
  recordEvent(account, 'customer.subscription.updated', subscription)
}

/** Stripe's limit for the end of a trial, in years after the billing cycle's anchor. */
const MAX_TRIAL_YEARS = 2

/**
 * Moves the end of the current period by setting a trial end, without proration. The trial's end becomes the
 * billing cycle's anchor, and an invoice of 0 is created.
 * https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function setTrialEnd(
  account: FakeAccount,
  subscription: Stripe.Subscription,
  end: number,
): void {
  const now = account.now()
  const [item] = subscription.items.data
  const latestEnd = new Date(subscription.billing_cycle_anchor * 1_000)
  latestEnd.setUTCFullYear(latestEnd.getUTCFullYear() + MAX_TRIAL_YEARS)
  if (item === undefined || !(end > now && end * 1_000 <= latestEnd.getTime())) {
    throw new StripeFault(400, 'Invalid timestamp: must be in the future, at most two years ahead')
  }
  subscription.status = 'trialing'
  subscription.trial_start ??= now
  subscription.trial_end = end
  subscription.billing_cycle_anchor = end
  item.current_period_start = now
  item.current_period_end = end
  if (subscription.cancel_at_period_end) subscription.cancel_at = end
  const email = account.customers.get(idOf(subscription.customer))?.email ?? null
  const invoice = makeInvoice({ at: now, subscription, reason: 'subscription_update', email })
  account.invoices.set(invoice.id, invoice)
  subscription.latest_invoice = invoice.id
  recordEvent(account, 'invoice.paid', invoice)
  recordEvent(account, 'customer.subscription.updated', subscription)
}

export function expireSession(account: FakeAccount, session: Stripe.Checkout.Session): void {
  if (session.status !== 'open') {
    throw new StripeFault(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
  }
  session.status = 'expired'
  session.url = null
  recordEvent(account, 'checkout.session.expired', session)
}

export function addRefund(
  account: FakeAccount,
  charge: Stripe.Charge,
  refund: Stripe.Refund,
): Stripe.Refund {
  account.refunds.set(refund.id, refund)
  charge.amount_refunded += refund.amount
  charge.refunded = charge.amount_refunded === charge.amount
  recordEvent(account, 'charge.refunded', charge)
  recordEvent(account, 'refund.created', refund)
  return refund
}
