import * as z from 'zod'
import { InvalidEvent, type SubscriptionStatus } from './payments.ts'
import { loadStripe } from './stripe-client.ts'

/** How many seconds an event's timestamp may differ from our clock, as in Stripe's libraries. */
const TOLERANCE_S = 300

/** Stripe signed the event, but we cannot parse it. Reject it, so that Stripe delivers it again. */
export class UnreadableEvent extends InvalidEvent {}

/** @throws InvalidEvent if forged, stale or not JSON: https://docs.stripe.com/webhooks/signature */
export function verifyEvent(body: Buffer, signature = '', secret: string, now: Date): unknown {
  const { webhooks } = loadStripe()
  const nowMs = now.getTime()
  try {
    const event = webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, nowMs)
    // The library rejects timestamps that are too old, but not those in the future.
    const sentAt = Number.parseInt(signature.match(/(?:^|,)t=(\d+)(?!.*,t=)/)?.[1] ?? '', 10)
    if (!(sentAt - nowMs / 1_000 <= TOLERANCE_S)) throw new Error('Timestamp in the future')
    return event
  } catch (error) {
    // Keep only the first line, which is the library's own text. The rest of the error quotes the body.
    throw new InvalidEvent(error instanceof Error ? error.message.split('\n')[0] : 'unknown')
  }
}

/** Returns the signature header that Stripe would send. For the sandbox and tests. */
export function signEvent(body: string, secret: string, at: Date): string {
  const timestamp = at.getTime() / 1_000
  return loadStripe().webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
}

const instantSchema = z.number().transform((seconds) => new Date(seconds * 1_000))
/** An id, or the object itself if the request expanded it. */
const idSchema = z.union([
  z.string(),
  z.looseObject({ id: z.string() }).transform((parsed) => parsed.id),
])
/** The key that we passed to create an object; undefined if someone else created the object. */
const keyInMetadata = z
  .object({ key: z.uuid().optional().catch(undefined) })
  .nullish()
  .transform((parsed) => parsed?.key)

/** An amount, capped at what our column can store. Other payments to our Stripe account may be larger. */
const amountSchema = z.int().transform((units) => Math.min(units, 2 ** 31 - 1))

const invoiceSchema = z.object({
  id: z.string(),
  customer: idSchema,
  amount_paid: amountSchema,
  amount_due: amountSchema,
  currency: z.string(),
  billing_reason: z.string().nullable(),
  hosted_invoice_url: z.string().nullish(),
  status_transitions: z.object({ paid_at: instantSchema.nullable() }),
  lines: z.object({
    data: z
      .array(z.object({ period: z.object({ start: instantSchema, end: instantSchema }) }))
      .min(1),
  }),
  parent: z.object({
    subscription_details: z.object({ subscription: idSchema, metadata: keyInMetadata }),
  }),
})
const invoiceWithoutSubscription = z.object({
  parent: z.nullable(z.object({ subscription_details: z.nullish(z.null()) })),
})

const invoiceReader =
  (outcome: 'paid' | 'failed' | 'action-required') => (object: unknown, at: Date) => {
    if (invoiceWithoutSubscription.safeParse(object).success) return undefined
    const parsed = invoiceSchema.parse(object)
    // An invoice of 0 is not a payment. To move a renewal date, we start a trial, which causes this invoice.
    if (parsed.billing_reason === 'subscription_update' && parsed.amount_due === 0) return undefined
    const details = parsed.parent.subscription_details
    // Don't use the invoice's own period: it is the previous one, because subscriptions are paid in advance.
    const { start, end } = parsed.lines.data
      .map(({ period }) => period)
      .reduce((one, other) => (other.end > one.end ? other : one))
    return {
      kind: 'invoice' as const,
      outcome,
      invoiceId: parsed.id,
      subscriptionId: details.subscription,
      customerId: parsed.customer,
      key: details.metadata,
      /** In the currency's smallest unit. */
      amount: outcome === 'paid' ? parsed.amount_paid : parsed.amount_due,
      currency: parsed.currency,
      periodStart: start,
      periodEnd: end,
      isRenewal: parsed.billing_reason !== 'subscription_create',
      /** Stripe's page where the payer can pay the invoice. */
      hostedUrl: parsed.hosted_invoice_url ?? null,
      at: outcome === 'paid' ? (parsed.status_transitions.paid_at ?? at) : at,
    }
  }

/** Links a payment to its invoice, because refunds and disputes contain only the payment's id. */
const paymentSchema = z
  .object({ invoice: idSchema, payment: z.object({ payment_intent: idSchema.optional() }) })
  .transform(({ invoice: invoiceId, payment: { payment_intent: paymentId } }) =>
    paymentId === undefined ? undefined : { kind: 'payment' as const, invoiceId, paymentId },
  )

const refundSchema = z
  .object({ payment_intent: idSchema.nullable(), amount_refunded: amountSchema })
  .transform(({ payment_intent: paymentId, amount_refunded: refunded }) =>
    paymentId === null ? undefined : { kind: 'refund' as const, paymentId, refunded },
  )

/**
 * 'open': Stripe withholds the money for now. 'won': we got it back. 'lost': we did not. A 'warning' is an
 * inquiry, which withholds no money. A 'prevented' dispute was settled by a refund.
 */
const DISPUTE_OUTCOMES: Readonly<Record<string, 'open' | 'won' | 'lost' | undefined>> = {
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
}

const disputeSchema = z
  .object({
    payment_intent: idSchema.nullable(),
    amount: amountSchema,
    status: z.enum(Object.keys(DISPUTE_OUTCOMES)),
  })
  .transform(({ payment_intent: paymentId, amount: disputed, status }) => {
    const outcome = DISPUTE_OUTCOMES[status]
    if (paymentId === null || outcome === undefined) return undefined
    return { kind: 'dispute' as const, paymentId, amount: disputed, outcome }
  })

const checkoutSchema = z.object({
  id: z.string(),
  metadata: keyInMetadata,
  subscription: idSchema.nullable(),
  customer: idSchema.nullable(),
})

const checkoutReader = (outcome: 'complete' | 'expired') => (object: unknown) => {
  const { id: checkoutId, metadata: key, subscription, customer } = checkoutSchema.parse(object)
  const ids = { checkoutId, subscriptionId: subscription, customerId: customer }
  return { kind: 'checkout' as const, outcome, key, ...ids }
}

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

const subscriptionSchema = z
  .object({
    id: z.string(),
    customer: idSchema,
    metadata: keyInMetadata,
    status: z.enum(Object.keys(STATUSES)).transform((status) => STATUSES[status] ?? 'incomplete'),
    cancel_at_period_end: z.boolean(),
    cancel_at: instantSchema.nullable(),
    items: z.object({ data: z.array(z.object({ current_period_end: instantSchema })).min(1) }),
  })
  .transform((parsed) => ({
    subscriptionId: parsed.id,
    customerId: parsed.customer,
    key: parsed.metadata,
    status: parsed.status,
    // Stripe's portal may set `cancel_at` instead of `cancel_at_period_end`.
    cancelAtPeriodEnd: parsed.cancel_at_period_end || parsed.cancel_at !== null,
    periodEnd: new Date(Math.max(...parsed.items.data.map((item) => +item.current_period_end))),
  }))

/** See https://docs.stripe.com/api/subscriptions/object. @throws ZodError */
export function readProviderSubscription(json: unknown) {
  return subscriptionSchema.parse(json)
}

const readSubscription = (object: unknown) => ({
  kind: 'subscription' as const,
  ...subscriptionSchema.parse(object),
})
const readDispute = (object: unknown) => disputeSchema.parse(object)

const READERS = new Map(
  Object.entries({
    'invoice.paid': invoiceReader('paid'),
    'invoice.payment_failed': invoiceReader('failed'),
    'invoice.payment_action_required': invoiceReader('action-required'),
    'invoice_payment.paid': (object: unknown) => paymentSchema.parse(object),
    'customer.subscription.created': readSubscription,
    'customer.subscription.updated': readSubscription,
    'customer.subscription.paused': readSubscription,
    'customer.subscription.resumed': readSubscription,
    'customer.subscription.deleted': readSubscription,
    'charge.refunded': (object: unknown) => refundSchema.parse(object),
    'charge.dispute.created': readDispute,
    'charge.dispute.updated': readDispute,
    'charge.dispute.closed': readDispute,
    'checkout.session.completed': checkoutReader('complete'),
    'checkout.session.async_payment_succeeded': checkoutReader('complete'),
    'checkout.session.expired': checkoutReader('expired'),
  }),
)

/** The event types that the app uses. Stripe should send exactly these to the webhook. */
export const EVENT_TYPES: readonly string[] = [...READERS.keys()]

const eventSchema = z.object({
  id: z.string().max(255),
  type: z.string(),
  created: instantSchema,
  api_version: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
})

/** See https://docs.stripe.com/api/events/object. @throws UnreadableEvent */
export function readEvent(json: unknown) {
  const parsed = eventSchema.safeParse(json)
  if (!parsed.success)
    throw new UnreadableEvent(`Not a Stripe event: ${describeIssue(parsed.error)}`)
  const { id, type, created: at, api_version: version, data } = parsed.data
  try {
    return { id, type, at, fact: READERS.get(type)?.(data.object, at) }
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    throw new UnreadableEvent(`${id} (${type}, version ${version}): ${describeIssue(error)}`)
  }
}

/** Returns the first invalid field's path and what is wrong, but not its value, which may be private. */
function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues
  return `${issue?.path.join('.')}: ${issue?.message}`
}
