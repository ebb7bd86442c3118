import type Stripe from 'stripe'
import {
  addCustomer,
  addRefund,
  addSubscription,
  endSubscription,
  expireSession,
  type FakeAccount,
  findOrFail,
  setCancelAtPeriodEnd,
  setTrialEnd,
  voidInvoice,
} from './fake-account.ts'
import { missingFault, StripeFault } from './stripe-fault.ts'
import { type Form, fieldsOf, textOf, valuesOf } from './stripe-form.ts'
import { idOf } from './stripe-objects.ts'
import { makeRefund } from './stripe-payments.ts'
import { makeCheckoutSession, makePortalSession } from './stripe-sessions.ts'

type Operation = (account: FakeAccount, form: Form, id: string) => object

export const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['POST /v1/customers', createCustomer],
  ['POST /v1/subscriptions', createSubscription],
  [
    'GET /v1/subscriptions/{id}',
    (account, form, id) => expandLatestInvoice(account, form, subscriptionOf(account, id)),
  ],
  ['POST /v1/subscriptions/{id}', updateSubscription],
  ['DELETE /v1/subscriptions/{id}', cancelSubscription],
  ['POST /v1/invoices/{id}/void', voidInvoiceById],
  ['POST /v1/checkout/sessions', createSession],
  [
    'GET /v1/checkout/sessions/{id}',
    (account, _, id) => findOrFail(account.sessions, 'checkout.session', id),
  ],
  ['POST /v1/checkout/sessions/{id}/expire', expireSessionById],
  ['POST /v1/billing_portal/sessions', createPortal],
  ['POST /v1/refunds', createRefund],
  ['GET /v1/events', listEvents],
])

export function findOperation(
  method: string,
  pathname: string,
): { name: string; operation: Operation; id: string } | undefined {
  for (const [name, operation] of OPERATIONS) {
    const [itsMethod, path = ''] = name.split(' ')
    const pattern = new RegExp(`^${path.replace('{id}', '([^/]+)')}$`)
    const match = itsMethod === method ? pattern.exec(pathname) : null
    if (match !== null) return { name, operation, id: decodeURIComponent(match[1] ?? '') }
  }
  return undefined
}

const subscriptionOf = (account: FakeAccount, id: string) =>
  findOrFail(account.subscriptions, 'subscription', id)

function requiredText(form: Form, name: string): string {
  const value = textOf(form, name)
  if (value === undefined || value === '') {
    throw new StripeFault(400, `Missing required param: ${name}.`, 'parameter_missing')
  }
  return value
}

function metadataOf(form: Form): Stripe.Metadata {
  const given = fieldsOf(form, 'metadata')
  return Object.fromEntries(Object.keys(given).map((name) => [name, textOf(given, name) ?? '']))
}

function checkPrice(account: FakeAccount, items: Form): void {
  const price = requiredText(fieldsOf(items, '0'), 'price')
  if (price === account.price.id) return
  throw new StripeFault(400, `No such price: '${price}'`, 'resource_missing')
}

/** Replaces the id of the latest invoice with the invoice if the call requests it in `expand`. */
function expandLatestInvoice(
  account: FakeAccount,
  form: Form,
  subscription: Stripe.Subscription,
): Stripe.Subscription {
  const expand = valuesOf(form, 'expand')
  const invoice = account.invoices.get(
    subscription.latest_invoice === null ? '' : idOf(subscription.latest_invoice),
  )
  if (invoice === undefined || !expand.some((field) => field.startsWith('latest_invoice'))) {
    return subscription
  }
  const intent = account.intents.get(invoice.id)
  const withSecret = expand.includes('latest_invoice.confirmation_secret') && intent
  return {
    ...subscription,
    latest_invoice: {
      ...invoice,
      ...(withSecret && {
        confirmation_secret: { client_secret: intent.secret, type: 'payment_intent' },
      }),
    },
  }
}

function createCustomer(account: FakeAccount, form: Form): Stripe.Customer {
  return addCustomer(account, {
    email: textOf(form, 'email') ?? null,
    name: textOf(form, 'name') ?? null,
    metadata: metadataOf(form),
  })
}

function createSubscription(account: FakeAccount, form: Form): Stripe.Subscription {
  const customer = requiredText(form, 'customer')
  if (!account.customers.has(customer)) {
    throw new StripeFault(400, `No such customer: '${customer}'`, 'resource_missing')
  }
  checkPrice(account, fieldsOf(form, 'items'))
  if (textOf(form, 'payment_behavior') !== 'default_incomplete') {
    throw new StripeFault(400, 'This customer has no attached payment source', 'resource_missing')
  }
  const subscription = addSubscription(account, {
    customer,
    description: textOf(form, 'description') ?? null,
    metadata: metadataOf(form),
  })
  return expandLatestInvoice(account, form, subscription)
}

function updateSubscription(account: FakeAccount, form: Form, id: string): Stripe.Subscription {
  const subscription = subscriptionOf(account, id)
  if (subscription.ended_at !== null) {
    throw new StripeFault(
      400,
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  }
  if (subscription.status === 'incomplete') {
    throw new StripeFault(400, 'A subscription that is incomplete can only change its metadata.')
  }
  const trialEnd = textOf(form, 'trial_end')
  if (trialEnd !== undefined) {
    // With proration, Stripe would credit paid time and charge less at the next renewal.
    if (textOf(form, 'proration_behavior') !== 'none') {
      throw new StripeFault(400, 'The stand-in computes no prorations')
    }
    setTrialEnd(account, subscription, Number(trialEnd))
  }
  const cancelAtPeriodEnd = textOf(form, 'cancel_at_period_end')
  if (cancelAtPeriodEnd !== undefined)
    setCancelAtPeriodEnd(account, subscription, cancelAtPeriodEnd === 'true')
  return expandLatestInvoice(account, form, subscription)
}

function cancelSubscription(account: FakeAccount, form: Form, id: string): Stripe.Subscription {
  const subscription = subscriptionOf(account, id)
  if (subscription.ended_at !== null) throw missingFault('subscription', id)
  endSubscription(account, subscription)
  return expandLatestInvoice(account, form, subscription)
}

function voidInvoiceById(account: FakeAccount, _: Form, id: string): Stripe.Invoice {
  const invoice = findOrFail(account.invoices, 'invoice', id)
  voidInvoice(account, invoice)
  return invoice
}

function createSession(account: FakeAccount, form: Form): Stripe.Checkout.Session {
  checkPrice(account, fieldsOf(form, 'line_items'))
  const at = account.now()
  const expiresAt = Number(textOf(form, 'expires_at') ?? at + 86_400)
  if (expiresAt < at + 30 * 60 || expiresAt > at + 24 * 3_600) {
    throw new StripeFault(
      400,
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
    )
  }
  const session = makeCheckoutSession({
    at,
    price: account.price,
    email: textOf(form, 'customer_email') ?? null,
    metadata: metadataOf(form),
    successUrl: requiredText(form, 'success_url'),
    cancelUrl: textOf(form, 'cancel_url') ?? null,
    expiresAt,
  })
  account.sessions.set(session.id, session)
  account.subscriptionMetadataBySession.set(
    session.id,
    metadataOf(fieldsOf(form, 'subscription_data')),
  )
  return session
}

function expireSessionById(account: FakeAccount, _: Form, id: string): Stripe.Checkout.Session {
  const session = findOrFail(account.sessions, 'checkout.session', id)
  expireSession(account, session)
  return session
}

function createPortal(account: FakeAccount, form: Form): Stripe.BillingPortal.Session {
  const customer = requiredText(form, 'customer')
  if (!account.customers.has(customer)) {
    throw new StripeFault(400, `No such customer: '${customer}'`, 'resource_missing')
  }
  return makePortalSession(account.now(), customer, textOf(form, 'return_url') ?? null)
}

function createRefund(account: FakeAccount, form: Form): Stripe.Refund {
  const paymentId = requiredText(form, 'payment_intent')
  const charge = findOrFail(account.charges, 'payment_intent', paymentId)
  const refundable = charge.amount - charge.amount_refunded
  if (refundable === 0) {
    throw new StripeFault(
      400,
      `Charge ${charge.id} has already been refunded.`,
      'charge_already_refunded',
    )
  }
  if (charge.disputed) {
    throw new StripeFault(400, `Charge ${charge.id} has been charged back.`, 'charge_disputed')
  }
  const amount = Number(textOf(form, 'amount') ?? refundable)
  return addRefund(account, charge, makeRefund(account.now(), charge, amount))
}

/** Returns the newest events first, like Stripe. */
function listEvents(account: FakeAccount, form: Form): object {
  const types = valuesOf(form, 'types')
  const since = Number(textOf(fieldsOf(form, 'created'), 'gte') ?? 0)
  const after = textOf(form, 'starting_after')
  const limit = Number(textOf(form, 'limit') ?? 10)
  const newestFirst = account.events.toReversed()
  const from = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1
  const found = newestFirst
    .slice(from)
    .filter(({ type, created }) => created >= since && (types.length === 0 || types.includes(type)))
  return {
    object: 'list',
    data: found.slice(0, limit),
    has_more: found.length > limit,
    url: '/v1/events',
  }
}
