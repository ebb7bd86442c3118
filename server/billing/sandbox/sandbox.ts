import * as z from 'zod'
import type { Context } from '../../context.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { PaymentCallRefused, type PaymentProvider } from '../../providers/payments/payments.ts'
import {
  readEvent,
  readProviderSubscription,
  signEvent,
  verifyEvent,
} from '../../providers/payments/read-event.ts'
import { applyEvent } from '../apply-event.ts'
import { beginCheckout, expireCheckout, isOpen, payCheckout } from './checkout.ts'
import { type CardPayment, listInvoices, payInvoice, refundInvoice } from './invoices.ts'
import { type CheckoutSession, dateOf, newId } from './objects.ts'
import { applyPortalChange, openPortal, readPortal } from './portal.ts'
import { moveRenewal, runDueWork } from './renewals.ts'
import { lockSandbox, type SandboxTx } from './store.ts'
import {
  addCustomer,
  beginSubscription,
  endSubscription,
  hasEnded,
  setCancelAtPeriodEnd,
} from './subscriptions.ts'

export type Sandbox = ReturnType<typeof openSandbox>

export function isSandbox(payments: PaymentProvider | undefined): payments is Sandbox {
  return payments?.form.kind === 'sandbox'
}

/** Simulates Stripe: stores the same kinds of objects, changes them as Stripe would, and sends its events. */
export function openSandbox(ctx: Pick<Context, 'config' | 'db' | 'clock'>) {
  /** Signs the events. Each process verifies only events that it signed, so the secret need not be shared. */
  const secret = newId('whsec')
  /** Runs `work` in a transaction that has locked the sandbox. */
  const withLock =
    <Args extends unknown[], T>(work: (tx: SandboxTx, ...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      ctx.db.transaction(async (tx) => work(await lockSandbox(tx, ctx), ...args))
  return {
    form: { kind: 'sandbox' },
    // Stripe's idempotency keys expire after a day. The sandbox's never expire.
    createCustomer: withLock(async (tx, customer) => {
      const [known] = await tx.list('customer', { metadata: { key: customer.key } })
      return (known ?? (await addCustomer(tx, customer))).id
    }),
    beginSubscription: withLock(async (tx, plan) => {
      const customer = await tx.get('customer', plan.customerId)
      const [known] = await tx.list('subscription', { metadata: { key: plan.key } })
      const { id } = known ?? (await beginSubscription(tx, customer, plan)).subscription
      const [invoice] = await listInvoices(tx, id)
      return { subscriptionId: id, clientSecret: invoice?.payment.client_secret ?? '' }
    }),
    findClientSecret: withLock(async (tx, subscriptionId) => {
      const [openInvoice] = await listInvoices(tx, subscriptionId, 'open')
      return openInvoice?.payment.client_secret
    }),
    beginCheckout: withLock(async (tx, plan) => {
      const [known] = await tx.list('checkout.session', { metadata: { key: plan.key } })
      const { id, url } = known ?? (await beginCheckout(tx, plan))
      return { checkoutId: id, url }
    }),
    endCheckout: withLock(async (tx, checkoutId) => {
      const session = await tx.find('checkout.session', checkoutId)
      if (session?.status === 'open') await expireCheckout(tx, session)
      return session?.status !== 'complete'
    }),
    openPortal: withLock(async (tx, customerId, returnUrl) =>
      openPortal(tx, await tx.get('customer', customerId), returnUrl),
    ),
    cancel: withLock(async (tx, subscriptionId, when) => {
      const subscription = await tx.find('subscription', subscriptionId)
      if (subscription === undefined || hasEnded(subscription)) return
      // A subscription that was never paid has no paid period to finish, so it ends now.
      if (when === 'now' || subscription.status === 'incomplete') {
        await endSubscription(tx, subscription)
      } else await setCancelAtPeriodEnd(tx, subscription, true)
    }),
    moveRenewal: withLock(async (tx, subscriptionId, to) =>
      moveRenewal(tx, await tx.get('subscription', subscriptionId), to),
    ),
    refund: withLock(async (tx, paymentId, _key) => {
      const payment = { payment_intent: paymentId }
      const [invoice] = await tx.list('invoice', { status: 'paid', payment })
      if (invoice === undefined) throw new PaymentCallRefused(`No charge for ${paymentId}`)
      if (invoice.payment.amount_refunded === 0) await refundInvoice(tx, invoice)
    }),
    readSubscription: withLock(async (tx, subscriptionId) => {
      const subscription = await tx.find('subscription', subscriptionId)
      return subscription && readProviderSubscription(subscription)
    }),
    readEvent: (body, signature, now) => readEvent(verifyEvent(body, signature, secret, now)),
    listEvents: withLock(async (tx, since) => {
      const events = await tx.list('event')
      return events.filter(({ created }) => dateOf(created) >= since).map(readEvent)
    }),
    /** Pays the invoice with this client secret, at most once. @throws AppError NOT_FOUND, OUT_OF_DATE */
    confirm: withLock(async (tx, clientSecret: string, cardPayment: CardPayment) => {
      // PostgreSQL's JSON cannot contain lone surrogates.
      const payment = { client_secret: clientSecret.toWellFormed() }
      const [invoice] = await tx.list('invoice', { payment })
      if (invoice === undefined) throw notFound('payment')
      if (invoice.status === 'paid') return { outcome: 'paid' as const }
      if (invoice.status !== 'open') throw noLongerPayableError()
      return payInvoice(tx, invoice, cardPayment)
    }),
    readCheckout: withLock(async (tx, id: string): Promise<CheckoutSession> => {
      const session = await getCheckoutSession(tx, id)
      if (session.status !== 'open' || isOpen(tx, session)) return session
      return { ...session, status: 'expired' }
    }),
    /** @throws AppError NOT_FOUND; OUT_OF_DATE if the page has expired */
    payCheckout: withLock(async (tx, id: string, cardPayment: CardPayment) => {
      const session = await getCheckoutSession(tx, id)
      const successUrl = session.success_url
      if (session.status === 'complete') return { outcome: 'paid' as const, successUrl }
      if (!isOpen(tx, session)) throw noLongerPayableError()
      return { ...(await payCheckout(tx, session, cardPayment)), successUrl }
    }),
    readPortal: withLock(readPortal),
    applyPortalChange: withLock(applyPortalChange),
    runDueWork: withLock(runDueWork),
    signedEventRequest: withLock(async (tx, eventId: string) => {
      const event = await tx.find('event', eventId)
      if (event === undefined) return undefined
      const body = JSON.stringify(event)
      return { body: Buffer.from(body), signature: signEvent(body, secret, dateOf(tx.now)) }
    }),
  } satisfies PaymentProvider & Record<string, unknown>
}

async function getCheckoutSession(tx: SandboxTx, id: string): Promise<CheckoutSession> {
  const session = await tx.find('checkout.session', id)
  if (session === undefined) throw notFound('payment')
  return session
}

function noLongerPayableError(): AppError {
  return new AppError(
    'OUT_OF_DATE',
    'This payment is no longer available. Go back and start again.',
  )
}

const payloadSchema = z.object({ eventId: z.string() })

/** Delivers an event as Stripe would. Runs as a job, so that a failed delivery is retried. */
export async function deliverEvent(ctx: Context, sandbox: Sandbox, payload: unknown) {
  const event = await sandbox.signedEventRequest(payloadSchema.parse(payload).eventId)
  if (event === undefined) return
  await applyEvent(ctx, sandbox.readEvent(event.body, event.signature, ctx.clock.now()))
}
