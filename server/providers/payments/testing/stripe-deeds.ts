import type Stripe from 'stripe'
import {
  addCustomer,
  addInvoice,
  addRefund,
  addSubscription,
  type Books,
  endSubscription,
  expireSession,
  found,
  openInvoiceOf,
  periodEnd,
  setCancelAtPeriodEnd,
  tell,
} from './stripe-books.ts'
import { makeCharge, makeDispute, makeRefund } from './stripe-payments.ts'

/** Actions of payers, banks and time. Each returns the events that it caused, oldest first. */
export interface Deeds {
  /** Pays a subscription's open invoice: the first one, or a failed renewal. */
  pay(subscriptionId: string): Stripe.Event[]
  /** Declines the card. */
  decline(subscriptionId: string): Stripe.Event[]
  /** The bank asks the cardholder to authenticate. */
  requireAction(subscriptionId: string): Stripe.Event[]
  /** Expires a subscription that was not paid within 23 hours. */
  expire(subscriptionId: string): Stripe.Event[]
  /** Ends the period and pays the next one, or ends a subscription that was scheduled to end. */
  renew(subscriptionId: string): Stripe.Event[]
  /** Ends the period and declines the card for the next one. */
  failRenewal(subscriptionId: string): Stripe.Event[]
  /** Cancels in the portal or the dashboard. */
  cancel(subscriptionId: string, when: 'now' | 'period-end'): Stripe.Event[]
  resume(subscriptionId: string): Stripe.Event[]
  /** Pays a checkout page, which creates the customer, the subscription and its first payment. */
  payCheckout(checkoutId: string): Stripe.Event[]
  expireCheckout(checkoutId: string): Stripe.Event[]
  /** Refunds in the dashboard, in full unless an amount is given. */
  refund(paymentId: string, amount?: number): Stripe.Event[]
  dispute(paymentId: string): Stripe.Event[]
  closeDispute(paymentId: string, outcome: 'won' | 'lost'): Stripe.Event[]
  /** Returns the payment of a subscription's latest invoice. */
  paymentOf(subscriptionId: string): string
}

export function deedsOn(books: Books): Deeds {
  /** Wraps an action so that it returns the events it caused. */
  const telling =
    <A extends unknown[]>(deed: (...given: A) => void) =>
    (...given: A): Stripe.Event[] => {
      const before = books.events.length
      deed(...given)
      return books.events.slice(before)
    }
  const subscriptionOf = (id: string) => found(books.subscriptions, 'subscription', id)
  const chargeOf = (paymentId: string) => found(books.charges, 'payment_intent', paymentId)
  const intentOf = (invoice: Stripe.Invoice) => found(books.intents, 'payment_intent', invoice.id)

  function pay(subscription: Stripe.Subscription): void {
    const at = books.now()
    const invoice = openInvoiceOf(books, subscription)
    const intent = intentOf(invoice)
    const charge = makeCharge(at, invoice, intent.id)
    books.charges.set(intent.id, charge)
    tell(books, 'charge.succeeded', charge)
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: null,
    })
    invoice.status_transitions.paid_at = at
    tell(books, 'invoice.paid', invoice)
    tell(books, 'invoice.payment_succeeded', invoice)
    for (const payment of books.invoicePayments.values()) {
      if (payment.invoice !== invoice.id) continue
      payment.status = 'paid'
      payment.amount_paid = invoice.amount_due
      payment.status_transitions.paid_at = at
      tell(books, 'invoice_payment.paid', payment)
    }
    // A subscription that was canceled meanwhile stays canceled.
    if (subscription.ended_at !== null) return
    subscription.status = 'active'
    subscription.default_payment_method = charge.payment_method
    tell(books, 'customer.subscription.updated', subscription)
  }

  function fail(subscription: Stripe.Subscription): void {
    const invoice = openInvoiceOf(books, subscription)
    invoice.attempted = true
    invoice.attempt_count += 1
    const isFirst = invoice.billing_reason === 'subscription_create'
    invoice.next_payment_attempt = isFirst ? null : books.now() + 3 * 86_400
    tell(books, 'invoice.payment_failed', invoice)
    if (isFirst || subscription.status === 'past_due') return
    subscription.status = 'past_due'
    tell(books, 'customer.subscription.updated', subscription)
  }

  function beginNextPeriod(subscription: Stripe.Subscription): void {
    const [item] = subscription.items.data
    if (item === undefined || !['active', 'trialing'].includes(subscription.status)) {
      throw new Error(`${subscription.id} is ${subscription.status}, and does not renew`)
    }
    subscription.status = 'active'
    item.current_period_start = item.current_period_end
    item.current_period_end = periodEnd(item.price, item.current_period_start)
    addInvoice(books, subscription, 'subscription_cycle')
    tell(books, 'customer.subscription.updated', subscription)
  }

  return {
    pay: telling((id: string) => pay(subscriptionOf(id))),
    decline: telling((id: string) => fail(subscriptionOf(id))),
    requireAction: telling((id: string) => {
      const invoice = openInvoiceOf(books, subscriptionOf(id))
      tell(books, 'invoice.payment_action_required', invoice)
    }),
    expire: telling((id: string) => endSubscription(books, subscriptionOf(id))),
    renew: telling((id: string) => {
      const subscription = subscriptionOf(id)
      if (subscription.cancel_at_period_end) return endSubscription(books, subscription)
      beginNextPeriod(subscription)
      pay(subscription)
    }),
    failRenewal: telling((id: string) => {
      beginNextPeriod(subscriptionOf(id))
      fail(subscriptionOf(id))
    }),
    cancel: telling((id: string, when: 'now' | 'period-end') => {
      if (when === 'now') endSubscription(books, subscriptionOf(id))
      else setCancelAtPeriodEnd(books, subscriptionOf(id), true)
    }),
    resume: telling((id: string) => setCancelAtPeriodEnd(books, subscriptionOf(id), false)),
    payCheckout: telling((id: string) => {
      const session = found(books.sessions, 'checkout.session', id)
      if (session.status !== 'open') throw new Error(`${id} is ${session.status}`)
      const customer = addCustomer(books, {
        email: session.customer_email,
        name: null,
        metadata: {},
      })
      const subscription = addSubscription(books, {
        customer: customer.id,
        description: null,
        metadata: books.metadataOfSessions.get(id) ?? {},
      })
      Object.assign(session, {
        status: 'complete',
        payment_status: 'paid',
        customer: customer.id,
        subscription: subscription.id,
        invoice: subscription.latest_invoice,
        url: null,
      })
      pay(subscription)
      tell(books, 'checkout.session.completed', session)
    }),
    expireCheckout: telling((id: string) =>
      expireSession(books, found(books.sessions, 'checkout.session', id)),
    ),
    refund: telling((paymentId: string, amount?: number) => {
      const charge = chargeOf(paymentId)
      const left = charge.amount - charge.amount_refunded
      addRefund(books, charge, makeRefund(books.now(), charge, amount ?? left))
    }),
    dispute: telling((paymentId: string) => {
      const charge = chargeOf(paymentId)
      charge.disputed = true
      const dispute = makeDispute(books.now(), charge)
      books.disputes.set(paymentId, dispute)
      tell(books, 'charge.dispute.created', dispute)
    }),
    closeDispute: telling((paymentId: string, outcome: 'won' | 'lost') => {
      const dispute = found(books.disputes, 'dispute', paymentId)
      dispute.status = outcome
      tell(books, 'charge.dispute.closed', dispute)
    }),
    paymentOf(id) {
      const its = [...books.invoices.values()].filter(
        ({ parent, amount_due }) =>
          parent?.subscription_details?.subscription === id && amount_due > 0,
      )
      return intentOf(its.at(-1) ?? found(books.invoices, 'invoice', '')).id
    },
  }
}
