import * as z from 'zod'

/*
 * The parts of Stripe's OpenAPI file that describe our calls and the fields that we read: names, types,
 * required fields and allowed values. The file itself is too large for this repository. It is
 * latest/openapi.spec3.json in github.com/stripe/openapi, version 2026-09-30.
 */

const text = (max: number) => z.string().max(max)
const id = text(5_000)
/** Forms contain numbers and booleans as strings. */
const integer = z.string().regex(/^-?\d+$/)
const boolean = z.enum(['true', 'false'])
const metadata = z.record(text(40), text(500))
const arrayOf = <S extends z.ZodType>(item: S) => z.record(z.string().regex(/^\d+$/), item)
const expand = arrayOf(id).optional()

/** Requests by operation. Stripe rejects unknown parameters (`additionalProperties: false` in the file). */
export const REQUEST_SHAPES: Readonly<Record<string, z.ZodType>> = {
  'POST /v1/customers': z.strictObject({
    email: text(512).optional(),
    name: text(256).optional(),
    metadata: metadata.optional(),
    expand,
  }),
  'POST /v1/subscriptions': z.strictObject({
    customer: id.optional(),
    description: text(500).optional(),
    items: arrayOf(
      z.strictObject({
        metadata: metadata.optional(),
        price: id.optional(),
        quantity: integer.optional(),
      }),
    ).optional(),
    metadata: metadata.optional(),
    payment_behavior: z
      .enum([
        'allow_incomplete',
        'default_incomplete',
        'error_if_incomplete',
        'pending_if_incomplete',
      ])
      .optional(),
    payment_settings: z
      .strictObject({ save_default_payment_method: z.enum(['off', 'on_subscription']).optional() })
      .optional(),
    expand,
  }),
  'GET /v1/subscriptions/{id}': z.strictObject({ expand }),
  'POST /v1/subscriptions/{id}': z.strictObject({
    cancel_at_period_end: boolean.optional(),
    metadata: metadata.optional(),
    proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
    trial_end: z.union([z.literal('now'), integer]).optional(),
    expand,
  }),
  'DELETE /v1/subscriptions/{id}': z.strictObject({
    invoice_now: boolean.optional(),
    prorate: boolean.optional(),
    expand,
  }),
  'POST /v1/invoices/{id}/void': z.strictObject({ expand }),
  'POST /v1/checkout/sessions': z.strictObject({
    cancel_url: z.string().optional(),
    customer_email: z.string().optional(),
    expires_at: integer.optional(),
    line_items: arrayOf(
      z.strictObject({ price: id.optional(), quantity: integer.optional() }),
    ).optional(),
    metadata: metadata.optional(),
    mode: z.enum(['payment', 'setup', 'subscription']).optional(),
    subscription_data: z
      .strictObject({ description: text(500).optional(), metadata: metadata.optional() })
      .optional(),
    success_url: z.string().optional(),
    expand,
  }),
  'GET /v1/checkout/sessions/{id}': z.strictObject({ expand }),
  'POST /v1/checkout/sessions/{id}/expire': z.strictObject({ expand }),
  'POST /v1/billing_portal/sessions': z.strictObject({
    customer: id.optional(),
    return_url: z.string().optional(),
    expand,
  }),
  'POST /v1/refunds': z.strictObject({
    amount: integer.optional(),
    payment_intent: id.optional(),
    reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    expand,
  }),
  'GET /v1/events': z.strictObject({
    created: z.strictObject({ gte: integer.optional(), lt: integer.optional() }).optional(),
    limit: integer.optional(),
    starting_after: id.optional(),
    types: arrayOf(id).optional(),
    expand,
  }),
}

const time = z.int()
const savedMetadata = z.record(z.string(), text(500))

/** `required` lists more fields that must be present, with any value. */
const objectShape = <S extends z.ZodRawShape>(object: string, required: string, fields: S) => {
  const present = Object.fromEntries(required.split(' ').map((name) => [name, z.json()]))
  return z.looseObject({ ...present, object: z.literal(object), ...fields })
}
const listOf = <S extends z.ZodType>(item: S) =>
  z.looseObject({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    url: z.string(),
  })

const customer = objectShape('customer', 'created livemode', {
  id,
  metadata: savedMetadata.optional(),
})

const lineItem = z.looseObject({
  object: z.literal('line_item'),
  period: z.looseObject({ start: time, end: time }),
})

const invoice = objectShape(
  'invoice',
  'amount_overpaid amount_paid_off_stripe amount_remaining amount_shipping attempt_count attempted auto_advance automatic_tax collection_method created default_tax_rates discounts issuer livemode payment_settings period_end period_start post_payment_credit_notes_amount pre_payment_credit_notes_amount starting_balance subtotal total',
  {
    id,
    amount_due: z.int(),
    amount_paid: z.int(),
    billing_reason: z
      .enum([
        'automatic_pending_invoice_item_invoice',
        'manual',
        'quote_accept',
        'subscription',
        'subscription_create',
        'subscription_cycle',
        'subscription_threshold',
        'subscription_update',
        'upcoming',
      ])
      .nullish(),
    confirmation_secret: z.looseObject({ client_secret: id, type: id }).nullish(),
    currency: z.string(),
    customer: id,
    hosted_invoice_url: id.nullish(),
    lines: listOf(lineItem),
    parent: z
      .looseObject({
        subscription_details: z
          .looseObject({ metadata: savedMetadata.nullish(), subscription: id })
          .nullish(),
        type: z.enum(['quote_details', 'subscription_details']),
      })
      .nullish(),
    status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).nullish(),
    status_transitions: z.looseObject({ paid_at: time.nullish() }),
  },
)

const subscriptionItem = objectShape(
  'subscription_item',
  'created current_period_start discounts metadata subscription',
  {
    id,
    current_period_end: time,
    price: z.looseObject({
      recurring: z
        .looseObject({
          interval: z.enum(['day', 'month', 'week', 'year']),
          interval_count: z.int(),
          usage_type: z.enum(['licensed', 'metered']),
        })
        .nullish(),
    }),
  },
)

const subscription = objectShape(
  'subscription',
  'automatic_tax billing_cycle_anchor billing_mode billing_schedules collection_method created currency discounts invoice_settings livemode start_date',
  {
    id,
    cancel_at: time.nullish(),
    cancel_at_period_end: z.boolean(),
    customer: id,
    ended_at: time.nullish(),
    items: listOf(subscriptionItem),
    latest_invoice: z.union([id, invoice]).nullish(),
    metadata: savedMetadata,
    trial_end: time.nullish(),
    trial_start: time.nullish(),
    status: z.enum([
      'active',
      'canceled',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ]),
  },
)

const checkoutSession = objectShape(
  'checkout.session',
  'automatic_tax created custom_fields custom_text expires_at livemode payment_method_types shipping_options',
  {
    id,
    amount_total: z.int().nullish(),
    currency: z.string().nullish(),
    customer: id.nullish(),
    metadata: savedMetadata.nullish(),
    mode: z.enum(['payment', 'setup', 'subscription']),
    payment_status: z.enum(['no_payment_required', 'paid', 'unpaid']),
    status: z.enum(['complete', 'expired', 'open']).nullish(),
    subscription: id.nullish(),
    url: id.nullish(),
  },
)

const portalSession = objectShape('billing_portal.session', 'configuration created livemode', {
  id,
  customer: id,
  url: id,
})

const refund = objectShape('refund', 'amount created currency', { id, status: id.nullish() })

const charge = objectShape(
  'charge',
  'amount amount_captured billing_details captured created currency disputed livemode metadata paid refunded status',
  { id, amount_refunded: z.int(), payment_intent: id.nullish() },
)

const dispute = objectShape(
  'dispute',
  'balance_transactions charge created currency enhanced_eligibility_types evidence evidence_details is_charge_refundable livemode metadata reason',
  {
    id,
    amount: z.int(),
    payment_intent: id.nullish(),
    status: z.enum([
      'lost',
      'needs_response',
      'prevented',
      'under_review',
      'warning_closed',
      'warning_needs_response',
      'warning_under_review',
      'won',
    ]),
  },
)

const invoicePayment = objectShape(
  'invoice_payment',
  'amount_requested created currency is_default livemode status status_transitions',
  {
    id,
    invoice: id,
    payment: z.looseObject({
      payment_intent: id.optional(),
      type: z.enum(['charge', 'payment_intent', 'payment_record']),
    }),
  },
)

const event = objectShape('event', 'livemode pending_webhooks', {
  id,
  api_version: id.nullish(),
  created: time,
  data: z.looseObject({ object: z.looseObject({ object: z.string() }) }),
  type: id,
})

/** Responses with status 200, by operation. */
export const RESPONSE_SHAPES: Readonly<Record<string, z.ZodType>> = {
  'POST /v1/customers': customer,
  'POST /v1/subscriptions': subscription,
  'GET /v1/subscriptions/{id}': subscription,
  'POST /v1/subscriptions/{id}': subscription,
  'DELETE /v1/subscriptions/{id}': subscription,
  'POST /v1/invoices/{id}/void': invoice,
  'POST /v1/checkout/sessions': checkoutSession,
  'GET /v1/checkout/sessions/{id}': checkoutSession,
  'POST /v1/checkout/sessions/{id}/expire': checkoutSession,
  'POST /v1/billing_portal/sessions': portalSession,
  'POST /v1/refunds': refund,
  'GET /v1/events': listOf(event),
}

export const OBJECT_SHAPES: Readonly<Record<string, z.ZodType>> = {
  customer,
  subscription,
  invoice,
  invoice_payment: invoicePayment,
  charge,
  refund,
  dispute,
  'checkout.session': checkoutSession,
}

/** The body of every response with a status other than 200. */
export const FAULT_SHAPE = z.looseObject({
  error: z.looseObject({
    code: id.optional(),
    message: z.string().optional(),
    type: z.enum(['api_error', 'card_error', 'idempotency_error', 'invalid_request_error']),
  }),
})
