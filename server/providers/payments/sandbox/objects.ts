import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { TestCard } from '../../../../contract/sandbox.ts'

/*
 * What the sandbox stores: the fields of Stripe's objects that it uses, with Stripe's own types, so that
 * they read like Stripe's. Times are whole seconds since 1970.
 */

type Metadata = { key: string }

type Common = 'id' | 'object' | 'created' | 'livemode'

/** A Stripe object with only these and the common fields, some of them with narrower types. */
type Fields<T, K extends keyof T, Exact> = Pick<
  T,
  Exclude<K | Extract<keyof T, Common>, keyof Exact>
> &
  Exact

export type Customer = Fields<
  Stripe.Customer,
  'email' | 'name',
  { metadata: Metadata; invoice_settings: { default_payment_method: TestCard | null } }
>

export type SubscriptionItem = Fields<
  Stripe.SubscriptionItem,
  'quantity' | 'subscription' | 'current_period_start' | 'current_period_end',
  { price: Pick<Stripe.Price, 'id' | 'object' | 'active' | 'currency' | 'type' | 'unit_amount'> }
>

export type Subscription = Fields<
  Stripe.Subscription,
  | 'billing_cycle_anchor'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'collection_method'
  | 'currency'
  | 'description'
  | 'ended_at'
  | 'start_date'
  | 'trial_end'
  | 'trial_start',
  {
    status: 'incomplete' | 'incomplete_expired' | 'active' | 'trialing' | 'past_due' | 'canceled'
    customer: string
    metadata: Metadata
    latest_invoice: string
    default_payment_method: TestCard | null
    items: { object: 'list'; data: [SubscriptionItem]; has_more: false; url: string }
  }
>

type InvoiceLine = Fields<
  Stripe.InvoiceLineItem,
  'amount' | 'currency' | 'description' | 'invoice' | 'quantity',
  {
    period: { start: number; end: number }
    parent: {
      type: 'subscription_item_details'
      subscription_item_details: {
        subscription: string
        subscription_item: string
        proration: false
      }
    }
  }
>

export type Invoice = Fields<
  Stripe.Invoice,
  | 'amount_due'
  | 'amount_paid'
  | 'amount_remaining'
  | 'attempt_count'
  | 'attempted'
  | 'collection_method'
  | 'currency'
  | 'next_payment_attempt'
  | 'period_end'
  | 'period_start'
  | 'total'
  | 'status_transitions',
  {
    id: string
    status: 'open' | 'paid' | 'uncollectible' | 'void'
    billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
    customer: string
    customer_email: string
    hosted_invoice_url: null
    metadata: Record<string, never>
    /** Null if nothing is due. */
    confirmation_secret: { client_secret: string; type: 'payment_intent' } | null
    parent: {
      type: 'subscription_details'
      quote_details: null
      subscription_details: { subscription: string; metadata: Metadata }
    }
    lines: { object: 'list'; data: [InvoiceLine]; has_more: false; url: string }
  }
>

export type PaymentIntent = Fields<
  Stripe.PaymentIntent,
  'amount' | 'amount_received' | 'currency',
  {
    status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
    client_secret: string
    customer: string
    latest_charge: string | null
    last_payment_error: { code: string; message: string; type: 'card_error' } | null
    metadata: Record<string, never>
  }
>

export type InvoicePayment = Fields<
  Stripe.InvoicePayment,
  'amount_paid' | 'amount_requested' | 'currency' | 'is_default' | 'status' | 'status_transitions',
  { invoice: string; payment: { type: 'payment_intent'; payment_intent: string } }
>

export type Charge = Fields<
  Stripe.Charge,
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'captured'
  | 'currency'
  | 'disputed'
  | 'paid'
  | 'refunded',
  {
    status: 'succeeded'
    customer: string
    payment_intent: string
    payment_method: TestCard
    metadata: Record<string, never>
  }
>

export type Dispute = Fields<
  Stripe.Dispute,
  'amount' | 'currency' | 'is_charge_refundable',
  {
    status: 'needs_response' | 'won' | 'lost'
    reason: 'general'
    charge: string
    payment_intent: string
    metadata: Record<string, never>
    evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean }
  }
>

export type CheckoutSession = Fields<
  Stripe.Checkout.Session,
  'amount_total' | 'amount_subtotal' | 'currency' | 'expires_at' | 'mode' | 'payment_status',
  {
    status: 'open' | 'complete' | 'expired'
    url: string
    success_url: string
    cancel_url: string
    customer: string | null
    customer_email: string
    invoice: string | null
    subscription: string | null
    metadata: Metadata & { description: string }
  }
>

export type PortalSession = Fields<
  Stripe.BillingPortal.Session,
  'customer' | 'url',
  { return_url: string }
>

/** The object created for an idempotency key. Stripe has no such object: it does not expose its keys. */
export interface KnownKey {
  readonly id: string
  readonly object: 'idempotency_key'
  readonly made: string
}

export interface Event {
  readonly id: string
  readonly object: 'event'
  readonly type: string
  readonly created: number
  readonly api_version: string
  readonly livemode: false
  readonly pending_webhooks: number
  readonly request: null
  readonly data: { readonly object: unknown }
}

/** The sandbox itself. */
export interface SandboxState {
  readonly id: 'sandbox'
  readonly object: 'sandbox'
  /** The secret that webhook events are signed with. */
  readonly secret: string
  /** Number of events so far: it is part of their ids, so that they sort in order. */
  events: number
}

export interface Kinds {
  readonly customer: Customer
  readonly subscription: Subscription
  readonly invoice: Invoice
  readonly payment_intent: PaymentIntent
  readonly invoice_payment: InvoicePayment
  readonly charge: Charge
  readonly dispute: Dispute
  readonly 'checkout.session': CheckoutSession
  readonly 'billing_portal.session': PortalSession
  readonly idempotency_key: KnownKey
  readonly event: Event
  readonly sandbox: SandboxState
}
export type Kind = keyof Kinds

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

export function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000)
}

export function dateOf(seconds: number): Date {
  return new Date(seconds * 1_000)
}
