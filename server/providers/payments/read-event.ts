import * as z from 'zod'
import {
  InvalidEvent,
  type PaymentEvent,
  type PaymentFact,
  type ProviderSubscription,
  type SubscriptionStatus,
} from './payments.ts'
import { loadStripe } from './stripe-client.ts'

/** Allowed seconds between a webhook event's timestamp and our clock; Stripe's own tolerance. */
const TOLERANCE_S = 300

/**
 * A genuine event that does not match the documentation, or is from another version of the API. It must
 * not be recorded as processed: callers log an error and refuse it, so that Stripe delivers it again (for
 * three days) and reconciling finds it once it can be read.
 */
export class UnreadableEvent extends InvalidEvent {}

/**
 * Verifies that a webhook event was signed with the secret, and recently.
 * https://docs.stripe.com/webhooks/signature
 * @param body the exact bytes received
 * @returns the parsed JSON, for `readEvent`
 * @throws InvalidEvent for a forged, stale or garbled event
 */
export function verifyEvent(
  body: Buffer,
  signature: string | undefined,
  secret: string,
  now: Date,
): unknown {
  if (signature === undefined) throw new InvalidEvent('The event is not signed')
  const { webhooks } = loadStripe()
  try {
    const at = now.getTime()
    const event: unknown = webhooks.constructEvent(
      body,
      signature,
      secret,
      TOLERANCE_S,
      undefined,
      at,
    )
    // The library rejects only timestamps that are too old.
    const sentAt = Number.parseInt(signature.match(/(?:^|,)t=(\d+)(?!.*,t=)/)?.[1] ?? '', 10)
    if (!(sentAt - at / 1_000 <= TOLERANCE_S)) throw new Error('Timestamp in the future')
    return event
  } catch (error) {
    // The message's first line is the library's own text; the error's fields repeat the body.
    throw new InvalidEvent(error instanceof Error ? error.message.split('\n')[0] : 'unknown')
  }
}

/** Creates Stripe's signature header for a webhook event, for the sandbox and tests. */
export function signEvent(body: string, secret: string, at: Date): string {
  return loadStripe().webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: at.getTime() / 1_000,
  })
}

const instant = z.number().transform((seconds) => new Date(seconds * 1_000))
/** An id, or the object itself if the request expanded it. */
const id = z.union([z.string(), z.looseObject({ id: z.string() }).transform((it) => it.id)])
/** Our key; undefined when it is not one of ours. */
const metadata = z
  .looseObject({ key: z.optional(z.string()) })
  .nullish()
  .transform((it) => (z.uuid().safeParse(it?.key).success ? it?.key : undefined))

const MOST = 2 ** 31 - 1

/** Capped at `MOST`, the column's limit: the account may take other payments in currencies of small units. */
const amount = z.int().transform((units) => Math.min(units, MOST))

const invoice = z.object({
  id: z.string(),
  customer: id,
  amount_paid: amount,
  amount_due: amount,
  currency: z.string(),
  billing_reason: z.string().nullable(),
  hosted_invoice_url: z.string().nullish(),
  status_transitions: z.object({ paid_at: instant.nullable() }),
  lines: z.object({
    data: z.array(z.object({ period: z.object({ start: instant, end: instant }) })).min(1),
  }),
  parent: z.object({ subscription_details: z.object({ subscription: id, metadata }) }),
})
const ofNoSubscription = z.object({
  parent: z.nullable(z.object({ subscription_details: z.nullish(z.null()) })),
})

const STATUSES: Readonly<Record<string, SubscriptionStatus>> = {
  incomplete: 'incomplete',
  incomplete_expired: 'abandoned',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
}

const subscription = z.object({
  id: z.string(),
  customer: id,
  metadata,
  status: z.enum(Object.keys(STATUSES)).transform((status) => STATUSES[status] ?? 'incomplete'),
  cancel_at_period_end: z.boolean(),
  cancel_at: instant.nullable(),
  items: z.object({ data: z.array(z.object({ current_period_end: instant })).min(1) }),
})

const invoicePayment = z.object({
  invoice: id,
  payment: z.object({ payment_intent: id.optional() }),
})

const charge = z.object({ payment_intent: id.nullable(), amount_refunded: amount })

/** 'warning' disputes are inquiries, which take no money; a 'prevented' one was refunded to the payer. */
const DISPUTES = {
  warning_needs_response: undefined,
  warning_under_review: undefined,
  warning_closed: 'won',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
  prevented: 'lost',
} as const
type DisputeStatus = keyof typeof DISPUTES
const isDisputeStatus = (status: string): status is DisputeStatus => Object.hasOwn(DISPUTES, status)

const dispute = z.object({
  payment_intent: id.nullable(),
  amount,
  status: z
    .string()
    .refine(isDisputeStatus)
    .transform((status) => (isDisputeStatus(status) ? DISPUTES[status] : undefined)),
})

const checkout = z.object({
  id: z.string(),
  metadata,
  subscription: id.nullable(),
  customer: id.nullable(),
})

type Reader = (object: unknown, at: Date) => PaymentFact | undefined

const checkoutReader =
  (outcome: 'complete' | 'expired'): Reader =>
  (object) => {
    const it = checkout.parse(object)
    return {
      kind: 'checkout',
      checkoutId: it.id,
      key: it.metadata,
      outcome,
      subscriptionId: it.subscription,
      customerId: it.customer,
    }
  }

const invoiceReader =
  (outcome: 'paid' | 'failed' | 'action-required'): Reader =>
  (object, at) => {
    if (ofNoSubscription.safeParse(object).success) return undefined
    const it = invoice.parse(object)
    // From a moved renewal date: Stripe models the time until then as a trial, with a zero invoice.
    if (it.billing_reason === 'subscription_update' && it.amount_due === 0) return undefined
    const of = it.parent.subscription_details
    // The invoice's own period is the previous one, since subscriptions are paid in advance.
    const { start, end } = it.lines.data
      .map(({ period }) => period)
      .reduce((one, other) => (other.end > one.end ? other : one))
    return {
      kind: 'invoice',
      outcome,
      invoiceId: it.id,
      subscriptionId: of.subscription,
      customerId: it.customer,
      key: of.metadata,
      amount: outcome === 'paid' ? it.amount_paid : it.amount_due,
      currency: it.currency,
      periodStart: start,
      periodEnd: end,
      isRenewal: it.billing_reason !== 'subscription_create',
      hostedUrl: it.hosted_invoice_url ?? null,
      at: outcome === 'paid' ? (it.status_transitions.paid_at ?? at) : at,
    }
  }

const subscriptionReader: Reader = (object) => ({
  kind: 'subscription',
  ...readProviderSubscription(object),
})

const paymentReader: Reader = (object) => {
  const { invoice: invoiceId, payment } = invoicePayment.parse(object)
  if (payment.payment_intent === undefined) return undefined
  return { kind: 'payment', invoiceId, paymentId: payment.payment_intent }
}

const refundReader: Reader = (object) => {
  const it = charge.parse(object)
  if (it.payment_intent === null) return undefined
  return { kind: 'refund', paymentId: it.payment_intent, refunded: it.amount_refunded }
}

const disputeReader: Reader = (object) => {
  const { payment_intent: paymentId, amount: taken, status: outcome } = dispute.parse(object)
  if (paymentId === null || outcome === undefined) return undefined
  return { kind: 'dispute', paymentId, amount: taken, outcome }
}

const READERS: ReadonlyMap<string, Reader> = new Map([
  ['invoice.paid', invoiceReader('paid')],
  ['invoice.payment_failed', invoiceReader('failed')],
  ['invoice.payment_action_required', invoiceReader('action-required')],
  ['invoice_payment.paid', paymentReader],
  ['customer.subscription.created', subscriptionReader],
  ['customer.subscription.updated', subscriptionReader],
  ['customer.subscription.paused', subscriptionReader],
  ['customer.subscription.resumed', subscriptionReader],
  ['customer.subscription.deleted', subscriptionReader],
  ['charge.refunded', refundReader],
  ['charge.dispute.created', disputeReader],
  ['charge.dispute.updated', disputeReader],
  ['charge.dispute.closed', disputeReader],
  ['checkout.session.completed', checkoutReader('complete')],
  ['checkout.session.async_payment_succeeded', checkoutReader('complete')],
  ['checkout.session.expired', checkoutReader('expired')],
])

/** The events that the app uses; the webhook should subscribe to exactly these. */
export const EVENT_TYPES: readonly string[] = [...READERS.keys()]

const event = z.object({
  id: z.string().max(255),
  type: z.string(),
  created: instant,
  api_version: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
})

/**
 * Parses one of Stripe's events.
 * https://docs.stripe.com/api/events/object
 * @throws UnreadableEvent
 */
export function readEvent(json: unknown): PaymentEvent {
  const parsed = event.safeParse(json)
  if (!parsed.success) throw new UnreadableEvent(`Not a Stripe event: ${whereOf(parsed.error)}`)
  const { id, type, created: at, api_version: version, data } = parsed.data
  try {
    return { id, type, at, fact: READERS.get(type)?.(data.object, at) }
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    throw new UnreadableEvent(`${id} (${type}, version ${version}): ${whereOf(error)}`)
  }
}

/**
 * Parses one of Stripe's subscriptions.
 * https://docs.stripe.com/api/subscriptions/object
 * @throws ZodError when it is not one
 */
export function readProviderSubscription(json: unknown): ProviderSubscription {
  const it = subscription.parse(json)
  const ends = it.items.data.map((item) => item.current_period_end.getTime())
  return {
    subscriptionId: it.id,
    customerId: it.customer,
    key: it.metadata,
    status: it.status,
    // Stripe's portal may set the date instead of the flag.
    cancelAtPeriodEnd: it.cancel_at_period_end || it.cancel_at !== null,
    periodEnd: new Date(Math.max(...ends)),
  }
}

/** Returns the first invalid field, without its value. */
function whereOf(error: z.ZodError): string {
  const [issue] = error.issues
  return `${issue?.path.join('.')}: ${issue?.message}`
}
