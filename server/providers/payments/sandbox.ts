import type { TestCard } from '../../../contract/sandbox.ts'
import { InvalidEvent, PaymentRefused, type Payments } from './payments.ts'
import { readEvent, readProviderSubscription, signEvent, verifyEvent } from './read-event.ts'
import { beginSubscription } from './sandbox/begin-subscription.ts'
import {
  beginCheckout,
  expireCheckout,
  isOpen,
  makeCustomer,
  payCheckout,
} from './sandbox/checkout.ts'
import {
  endSubscription,
  endWithPeriod,
  hasEnded,
  openInvoices,
} from './sandbox/end-subscription.ts'
import type { CheckoutSession, Kind, Kinds } from './sandbox/objects.ts'
import { billOf, type ChargeResult, get, payInvoice } from './sandbox/pay-invoice.ts'
import {
  type ChangeResult,
  changePortal,
  findPortal,
  openPortal,
  type PortalChange,
  type PortalView,
  viewPortal,
} from './sandbox/portal.ts'
import { chargeOf, refundCharge } from './sandbox/refund-or-dispute.ts'
import { moveRenewal, runDueWork } from './sandbox/renewals.ts'
import type { SandboxStorage, SandboxTransaction } from './sandbox/transaction.ts'

export interface CardPayment {
  readonly card: TestCard
  /** The result of the bank's authentication of the cardholder; undefined before it happens. */
  readonly authentication?: 'passed' | 'failed' | undefined
}

/** The result of paying: 'no-longer-payable' once the payment was canceled or its page has expired. */
export type PaymentResult = ChargeResult | { readonly outcome: 'no-longer-payable' }

/**
 * Replaces Stripe when there are no credentials: charges no card. Stores Stripe's objects in the app's
 * database, changes them as Stripe would, and sends Stripe's events.
 */
export interface Sandbox extends Payments {
  readonly kind: 'sandbox'
  /** Pays the payment of a client secret, once; undefined if the secret is unknown. */
  confirm(clientSecret: string, payment: CardPayment): Promise<PaymentResult | undefined>
  readCheckout(id: string): Promise<CheckoutSession | undefined>
  payCheckout(
    id: string,
    payment: CardPayment,
  ): Promise<(PaymentResult & { successUrl: string }) | undefined>
  readPortal(id: string): Promise<PortalView | undefined>
  changePortal(id: string, change: PortalChange): Promise<ChangeResult | undefined>
  /** Does what is due: renewals, retries and expirations. */
  runDueWork(): Promise<void>
  /** Returns an event as a signed webhook request; undefined if the id is unknown. */
  sendEvent(eventId: string): Promise<{ body: Buffer; signature: string } | undefined>
}

export function isSandbox(payments: Payments | undefined): payments is Sandbox {
  return payments?.kind === 'sandbox'
}

const EVENTS_AT_ONCE = 100

export function sandboxPayments(storage: SandboxStorage): Sandbox {
  /** Set by the first transaction. Nothing is signed before that. */
  let secret: string | undefined
  const runExclusively = <T>(work: (tx: SandboxTransaction) => Promise<T>): Promise<T> =>
    storage.runExclusively((tx) => {
      secret = tx.state.secret
      return work(tx)
    })

  return {
    kind: 'sandbox',
    publishableKey: undefined,
    createCustomer: ({ key, email, name }) =>
      runExclusively(async (tx) => {
        const customer = await once(tx, 'customer', key, () =>
          makeCustomer(tx, { key, email, name }),
        )
        return customer.id
      }),
    beginSubscription: ({ customerId, ...plan }) =>
      runExclusively(async (tx) => {
        const subscription = await once(tx, 'subscription', plan.key, async () => {
          const customer = await tx.find('customer', customerId)
          if (customer === undefined) throw new PaymentRefused(`No such customer: ${customerId}`)
          return (await beginSubscription(tx, customer, plan)).subscription
        })
        const invoice = await get(tx, 'invoice', subscription.latest_invoice)
        return {
          subscription: readProviderSubscription(subscription),
          clientSecret: invoice.confirmation_secret?.client_secret ?? '',
        }
      }),
    findClientSecret: (subscriptionId) =>
      runExclusively(async (tx) => {
        const subscription = await tx.find('subscription', subscriptionId)
        const [open] = subscription === undefined ? [] : await openInvoices(tx, subscription)
        return open?.confirmation_secret?.client_secret
      }),
    beginCheckout: (plan) =>
      runExclusively(async (tx) => {
        const session = await once(tx, 'checkout.session', plan.key, () =>
          beginCheckout(tx, storage, plan),
        )
        return { checkoutId: session.id, url: session.url }
      }),
    endCheckout: (checkoutId) =>
      runExclusively(async (tx) => {
        const session = await tx.find('checkout.session', checkoutId)
        if (session?.status === 'open') await expireCheckout(tx, session)
        return session?.status !== 'complete'
      }),
    openPortal: (customerId, returnUrl) =>
      runExclusively(async (tx) => {
        const customer = await tx.find('customer', customerId)
        if (customer === undefined) throw new PaymentRefused(`No such customer: ${customerId}`)
        return (await openPortal(tx, storage, customerId, returnUrl)).url
      }),
    cancel: (subscriptionId, when) =>
      runExclusively(async (tx) => {
        const subscription = await tx.find('subscription', subscriptionId)
        if (subscription === undefined || hasEnded(subscription)) return
        // A subscription that was never paid has no paid period to finish.
        if (when === 'now' || subscription.status === 'incomplete') {
          await endSubscription(tx, subscription)
        } else await endWithPeriod(tx, subscription, true)
      }),
    moveRenewal: (subscriptionId, to) =>
      runExclusively(async (tx) =>
        moveRenewal(tx, await get(tx, 'subscription', subscriptionId), to),
      ),
    refund: (paymentId, key) =>
      runExclusively(async (tx) => {
        await once(tx, 'charge', key, async () => {
          const charge = await chargeOf(tx, paymentId)
          if (!charge.refunded) await refundCharge(tx, charge)
          return charge
        })
      }),
    readSubscription: (subscriptionId) =>
      runExclusively(async (tx) => {
        const subscription = await tx.find('subscription', subscriptionId)
        return subscription && readProviderSubscription(subscription)
      }),
    readEvent(body, signature, now) {
      if (secret === undefined) throw new InvalidEvent('The sandbox has not signed any event yet')
      return readEvent(verifyEvent(body, signature, secret, now))
    },
    async *listEvents(since) {
      for (let last = ''; ; ) {
        const events = await storage.listEvents(since, last, EVENTS_AT_ONCE)
        yield* events.map(readEvent)
        last = events.at(-1)?.id ?? ''
        if (events.length < EVENTS_AT_ONCE) return
      }
    },
    confirm: (clientSecret, payment) => runExclusively((tx) => confirm(tx, clientSecret, payment)),
    readCheckout: (id) =>
      runExclusively(async (tx) => {
        const session = await tx.find('checkout.session', id)
        if (session?.status !== 'open' || isOpen(tx, session)) return session
        return { ...session, status: 'expired' }
      }),
    payCheckout: (id, { card, authentication }) =>
      runExclusively(async (tx) => {
        const session = await tx.find('checkout.session', id)
        if (session === undefined) return undefined
        const successUrl = session.success_url
        if (session.status === 'complete') return { outcome: 'paid', successUrl }
        if (!isOpen(tx, session)) return { outcome: 'no-longer-payable', successUrl }
        const cardholder = { isAbsent: false, authentication }
        return { ...(await payCheckout(tx, session, card, cardholder)), successUrl }
      }),
    readPortal: (id) =>
      runExclusively(async (tx) => {
        const session = await findPortal(tx, id)
        return session && viewPortal(tx, session)
      }),
    changePortal: (id, change) =>
      runExclusively(async (tx) => {
        const session = await findPortal(tx, id)
        return session && changePortal(tx, session, change)
      }),
    runDueWork: () => runExclusively(runDueWork),
    sendEvent: (eventId) =>
      runExclusively(async (tx) => {
        const event = await tx.find('event', eventId)
        if (event === undefined) return undefined
        const body = JSON.stringify(event)
        return {
          body: Buffer.from(body),
          signature: signEvent(body, tx.state.secret, tx.now),
        }
      }),
  }
}

async function confirm(
  tx: SandboxTransaction,
  clientSecret: string,
  { card, authentication }: CardPayment,
): Promise<PaymentResult | undefined> {
  const [id = ''] = clientSecret.split('_secret_')
  const intent = await tx.find('payment_intent', id)
  if (intent?.client_secret !== clientSecret) return undefined
  if (intent.status === 'succeeded') return { outcome: 'paid' }
  if (intent.status === 'canceled') return { outcome: 'no-longer-payable' }
  const payments = await tx.list('invoice_payment', { status: 'open' })
  const payment = payments.find((one) => one.payment.payment_intent === intent.id)
  if (payment === undefined) return { outcome: 'no-longer-payable' }
  const bill = await billOf(tx, await get(tx, 'invoice', payment.invoice))
  return payInvoice(tx, bill, card, { isAbsent: false, authentication })
}

/** Creates an object once per key and returns it. Keys never expire; Stripe's expire after a day. */
async function once<K extends Kind>(
  tx: SandboxTransaction,
  object: K,
  key: string,
  make: () => Promise<Kinds[K]>,
): Promise<Kinds[K]> {
  const id = `key_${object}_${key}`
  const known = await tx.find('idempotency_key', id)
  if (known !== undefined) return get(tx, object, known.made)
  const made = await make()
  await tx.save({ id, object: 'idempotency_key', made: made.id })
  return made
}
