import { Temporal } from 'temporal-polyfill'
import { PRICE_CENTS, PRICE_CURRENCY, PRICE_MONTHS } from '../../../../contract/limits.ts'
import {
  type Customer,
  dateOf,
  type Invoice,
  newId,
  type PaymentIntent,
  type Subscription,
  secondsOf,
} from './objects.ts'
import { recordEvent, type SandboxTransaction } from './transaction.ts'

const PRICE = {
  id: 'price_sandbox',
  object: 'price',
  active: true,
  currency: PRICE_CURRENCY,
  type: 'recurring',
  unit_amount: PRICE_CENTS,
} as const

/** Creates a subscription with its first open invoice. */
export async function beginSubscription(
  tx: SandboxTransaction,
  customer: Customer,
  { key, description }: { key: string; description: string },
): Promise<{ subscription: Subscription; invoice: Invoice }> {
  const now = secondsOf(tx.now)
  const id = newId('sub')
  const end = nextEnd(now, now)
  const subscription: Subscription = {
    id,
    object: 'subscription',
    created: now,
    status: 'incomplete',
    customer: customer.id,
    description,
    metadata: { key },
    billing_cycle_anchor: now,
    start_date: now,
    trial_end: null,
    trial_start: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    collection_method: 'charge_automatically',
    currency: PRICE_CURRENCY,
    default_payment_method: null,
    latest_invoice: '',
    livemode: false,
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
      data: [
        {
          id: newId('si'),
          object: 'subscription_item',
          created: now,
          quantity: 1,
          subscription: id,
          current_period_start: now,
          current_period_end: end,
          price: PRICE,
        },
      ],
    },
  }
  const invoice = await addInvoice(tx, subscription, customer, 'subscription_create')
  await recordEvent(tx, 'customer.subscription.created', subscription)
  return { subscription, invoice }
}

/** Moves a subscription to its next period and creates the open invoice for it. */
export async function beginNextPeriod(
  tx: SandboxTransaction,
  subscription: Subscription,
  customer: Customer,
): Promise<Invoice> {
  const [item] = subscription.items.data
  // Ends the trial of a subscription whose renewal date was moved.
  subscription.status = 'active'
  item.current_period_start = item.current_period_end
  item.current_period_end = nextEnd(subscription.billing_cycle_anchor, item.current_period_start)
  return addInvoice(tx, subscription, customer, 'subscription_cycle')
}

/** Returns the first period end after a moment, counted from the anchor so that a 31st stays a 31st. */
function nextEnd(anchor: number, after: number): number {
  const from = Temporal.Instant.fromEpochMilliseconds(dateOf(anchor).getTime()).toZonedDateTimeISO(
    'UTC',
  )
  for (let periods = 1; ; periods += 1) {
    const end = from.add({ months: PRICE_MONTHS * periods }).epochMilliseconds / 1_000
    if (end > after) return end
  }
}

/** Creates the invoice and the payment for a subscription's period; stores both, and the subscription. */
async function addInvoice(
  tx: SandboxTransaction,
  subscription: Subscription,
  customer: Customer,
  reason: Invoice['billing_reason'],
): Promise<Invoice> {
  const now = secondsOf(tx.now)
  const intent = intentOf(customer.id, now)
  const secret = intent.client_secret
  const invoice = makeInvoice({ subscription, customer, reason, amount: PRICE_CENTS, secret, now })
  subscription.latest_invoice = invoice.id
  await tx.save(intent)
  await tx.save({
    id: newId('inpay'),
    object: 'invoice_payment',
    created: now,
    invoice: invoice.id,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    amount_paid: null,
    amount_requested: PRICE_CENTS,
    currency: PRICE_CURRENCY,
    is_default: true,
    livemode: false,
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
  await tx.save(invoice)
  await tx.save(subscription)
  return invoice
}

interface NewInvoice {
  readonly subscription: Subscription
  readonly customer: Customer
  readonly reason: Invoice['billing_reason']
  /** Cents. */
  readonly amount: number
  /** The client secret to pay it with; null if nothing is due. */
  readonly secret: string | null
  /** Seconds since 1970. */
  readonly now: number
}

/** Creates the invoice for a subscription's current period: open, or paid if nothing is due. */
export function makeInvoice(given: NewInvoice): Invoice {
  const { subscription, customer, reason, amount, secret, now } = given
  const id = newId('in')
  const [item] = subscription.items.data
  return {
    id,
    object: 'invoice',
    created: now,
    status: amount === 0 ? 'paid' : 'open',
    billing_reason: reason,
    customer: customer.id,
    customer_email: customer.email ?? '',
    currency: PRICE_CURRENCY,
    total: amount,
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    attempt_count: 0,
    attempted: false,
    next_payment_attempt: null,
    collection_method: 'charge_automatically',
    hosted_invoice_url: null,
    livemode: false,
    metadata: {},
    // Stripe puts the previous period here; the invoice line has the period that is paid for.
    period_start: reason === 'subscription_cycle' ? item.current_period_start : now,
    period_end: reason === 'subscription_cycle' ? item.current_period_start : now,
    status_transitions: {
      finalized_at: now,
      marked_uncollectible_at: null,
      paid_at: amount === 0 ? now : null,
      voided_at: null,
    },
    confirmation_secret: secret === null ? null : { client_secret: secret, type: 'payment_intent' },
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    lines: {
      object: 'list',
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
      data: [
        {
          id: newId('il'),
          object: 'line_item',
          amount,
          currency: PRICE_CURRENCY,
          description: subscription.description,
          invoice: id,
          livemode: false,
          quantity: 1,
          period: { start: item.current_period_start, end: item.current_period_end },
          parent: {
            type: 'subscription_item_details',
            subscription_item_details: {
              subscription: subscription.id,
              subscription_item: item.id,
              proration: false,
            },
          },
        },
      ],
    },
  }
}

function intentOf(customer: string, created: number): PaymentIntent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    created,
    status: 'requires_payment_method',
    client_secret: newId(`${id}_secret`),
    customer,
    amount: PRICE_CENTS,
    amount_received: 0,
    currency: PRICE_CURRENCY,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: {},
  }
}
