import { type PaymentProvider, PaymentRefused } from './payments.ts'
import { readEvent, readProviderSubscription, signEvent, verifyEvent } from './read-event.ts'
import { beginCheckout, expireCheckout, isOpen, payCheckout } from './sandbox/checkout.ts'
import {
  type CheckoutSession,
  type Customer,
  dateOf,
  get,
  newId,
  type SandboxTransaction,
} from './sandbox/objects.ts'
import { type CardPayment, type ChargeResult, payInvoice } from './sandbox/pay-invoice.ts'
import { applyPortalChange, openPortal, type PortalChange, viewPortal } from './sandbox/portal.ts'
import { refundInvoice } from './sandbox/refund-or-dispute.ts'
import { moveRenewal, runDueWork } from './sandbox/renewals.ts'
import {
  addCustomer,
  beginSubscription,
  endSubscription,
  endWithPeriod,
  hasEnded,
  listInvoices,
} from './sandbox/subscriptions.ts'

/** 'no-longer-payable': the payment was canceled, or its page has expired. */
export type PaymentResult = ChargeResult | { readonly outcome: 'no-longer-payable' }

export type Sandbox = ReturnType<typeof sandboxPayments>

export function isSandbox(payments: PaymentProvider | undefined): payments is Sandbox {
  return payments?.kind === 'sandbox'
}

/**
 * Stores the same objects as Stripe, changes them as Stripe would, and sends the same events.
 * @param run runs a function in a transaction; only one transaction may run at a time
 */
export function sandboxPayments(
  run: <T>(work: (tx: SandboxTransaction) => Promise<T>) => Promise<T>,
) {
  /** The secret that signs the events. Each process delivers its events to itself. */
  const secret = newId('whsec')
  return {
    kind: 'sandbox',
    publishableKey: undefined,
    // Stripe's idempotency keys expire after a day. The sandbox's never expire.
    createCustomer: (customer) =>
      run(async (tx) => {
        const [known] = await tx.list('customer', { metadata: { key: customer.key } })
        return (known ?? (await addCustomer(tx, customer))).id
      }),
    beginSubscription: (plan) =>
      run(async (tx) => {
        const customer = await payerOf(tx, plan.customerId)
        const [known] = await tx.list('subscription', { metadata: { key: plan.key } })
        const subscription = known ?? (await beginSubscription(tx, customer, plan)).subscription
        const [invoice] = await listInvoices(tx, subscription)
        return {
          subscription: readProviderSubscription(subscription),
          clientSecret: invoice?.payment.client_secret ?? '',
        }
      }),
    findClientSecret: (subscriptionId) =>
      run(async (tx) => {
        const [open] = await listInvoices(tx, { id: subscriptionId }, 'open')
        return open?.payment.client_secret
      }),
    beginCheckout: (plan) =>
      run(async (tx) => {
        const [known] = await tx.list('checkout.session', { metadata: { key: plan.key } })
        const { id, url } = known ?? (await beginCheckout(tx, plan))
        return { checkoutId: id, url }
      }),
    endCheckout: (checkoutId) =>
      run(async (tx) => {
        const session = await tx.find('checkout.session', checkoutId)
        if (session?.status === 'open') await expireCheckout(tx, session)
        return session?.status !== 'complete'
      }),
    openPortal: (customerId, returnUrl) =>
      run(async (tx) => openPortal(tx, await payerOf(tx, customerId), returnUrl)),
    cancel: (subscriptionId, when) =>
      run(async (tx) => {
        const subscription = await tx.find('subscription', subscriptionId)
        if (subscription === undefined || hasEnded(subscription)) return
        // A subscription that was never paid has no paid period to finish.
        if (when === 'now' || subscription.status === 'incomplete') {
          await endSubscription(tx, subscription)
        } else await endWithPeriod(tx, subscription, true)
      }),
    moveRenewal: (subscriptionId, to) =>
      run(async (tx) => moveRenewal(tx, await get(tx, 'subscription', subscriptionId), to)),
    refund: (paymentId, _key) =>
      run(async (tx) => {
        const payment = { payment_intent: paymentId }
        const [invoice] = await tx.list('invoice', { status: 'paid', payment })
        if (invoice === undefined) throw new PaymentRefused(`No charge for ${paymentId}`)
        if (invoice.payment.amount_refunded === 0) await refundInvoice(tx, invoice)
      }),
    readSubscription: (subscriptionId) =>
      run(async (tx) => {
        const subscription = await tx.find('subscription', subscriptionId)
        return subscription && readProviderSubscription(subscription)
      }),
    readEvent: (body, signature, now) => readEvent(verifyEvent(body, signature, secret, now)),
    async *listEvents(since) {
      const events = await run((tx) => tx.list('event'))
      yield* events.filter(({ created }) => dateOf(created) >= since).map(readEvent)
    },
    /** Pays the invoice with this client secret, at most once. Returns undefined for an unknown secret. */
    confirm: (clientSecret: string, paying: CardPayment) =>
      run(async (tx): Promise<PaymentResult | undefined> => {
        // PostgreSQL's JSON cannot contain lone surrogates.
        const payment = { client_secret: clientSecret.toWellFormed() }
        const [invoice] = await tx.list('invoice', { payment })
        if (invoice?.status === 'paid') return { outcome: 'paid' }
        if (invoice?.status === 'open') return payInvoice(tx, invoice, paying)
        return invoice && { outcome: 'no-longer-payable' }
      }),
    readCheckout: (id: string) =>
      run(async (tx): Promise<CheckoutSession | undefined> => {
        const session = await tx.find('checkout.session', id)
        if (session?.status !== 'open' || isOpen(tx, session)) return session
        return { ...session, status: 'expired' }
      }),
    payCheckout: (id: string, paying: CardPayment) =>
      run(async (tx): Promise<(PaymentResult & { successUrl: string }) | undefined> => {
        const session = await tx.find('checkout.session', id)
        if (session === undefined) return undefined
        const successUrl = session.success_url
        if (session.status === 'complete') return { outcome: 'paid', successUrl }
        if (!isOpen(tx, session)) return { outcome: 'no-longer-payable', successUrl }
        return { ...(await payCheckout(tx, session, paying)), successUrl }
      }),
    readPortal: (id: string) => run((tx) => viewPortal(tx, id)),
    applyPortalChange: (id: string, change: PortalChange) =>
      run((tx) => applyPortalChange(tx, id, change)),
    runDueWork: () => run(runDueWork),
    /** Returns the body and signature of an event's webhook request; undefined if the id is unknown. */
    signedEventRequest: (eventId: string) =>
      run(async (tx) => {
        const event = await tx.find('event', eventId)
        if (event === undefined) return undefined
        const body = JSON.stringify(event)
        return { body: Buffer.from(body), signature: signEvent(body, secret, tx.now) }
      }),
  } satisfies PaymentProvider & Record<string, unknown>
}

async function payerOf(tx: SandboxTransaction, customerId: string): Promise<Customer> {
  const customer = await tx.find('customer', customerId)
  if (customer === undefined) throw new PaymentRefused(`No such customer: ${customerId}`)
  return customer
}
