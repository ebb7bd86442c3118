import type Stripe from 'stripe'
import {
  addCustomer,
  addInvoice,
  addRefund,
  addSubscription,
  endSubscription,
  expireSession,
  type FakeAccount,
  findOrFail,
  openInvoiceOf,
  periodEnd,
  recordEvent,
  setCancelAtPeriodEnd,
} from './fake-account.ts'
import { makeCharge, makeDispute, makeRefund } from './stripe-payments.ts'

/**
 * What payers and banks do, and what happens over time. Actions return the events that they cause, oldest
 * first.
 */
export interface StripeActions {
  /** Pays a subscription's latest invoice, which must be open: the first one, or that of a failed renewal. */
  pay(subscriptionId: string): Stripe.Event[]
  decline(subscriptionId: string): Stripe.Event[]
  requireAction(subscriptionId: string): Stripe.Event[]
  /** Ends a subscription, as Stripe does if its first payment does not arrive within 23 hours. */
  expire(subscriptionId: string): Stripe.Event[]
  /** Ends the period and pays for the next one. Ends the subscription instead if it was canceled. */
  renew(subscriptionId: string): Stripe.Event[]
  failRenewal(subscriptionId: string): Stripe.Event[]
  cancel(subscriptionId: string, when: 'now' | 'period-end'): Stripe.Event[]
  resume(subscriptionId: string): Stripe.Event[]
  payCheckout(checkoutId: string): Stripe.Event[]
  expireCheckout(checkoutId: string): Stripe.Event[]
  /** By default, refunds what is left of the payment. */
  refund(paymentId: string, amount?: number): Stripe.Event[]
  dispute(paymentId: string): Stripe.Event[]
  closeDispute(paymentId: string, outcome: 'won' | 'lost'): Stripe.Event[]
  paymentOf(subscriptionId: string): string
}

export function stripeActions(account: FakeAccount): StripeActions {
  const returningEvents =
    <A extends unknown[]>(action: (...given: A) => void) =>
    (...given: A): Stripe.Event[] => {
      const before = account.events.length
      action(...given)
      return account.events.slice(before)
    }
  const subscriptionOf = (id: string) => findOrFail(account.subscriptions, 'subscription', id)
  const chargeOf = (paymentId: string) => findOrFail(account.charges, 'payment_intent', paymentId)
  const intentOf = (invoice: Stripe.Invoice) =>
    findOrFail(account.intents, 'payment_intent', invoice.id)

  function pay(subscription: Stripe.Subscription): void {
    const at = account.now()
    const invoice = openInvoiceOf(account, subscription)
    const intent = intentOf(invoice)
    const charge = makeCharge(at, invoice, intent.id)
    account.charges.set(intent.id, charge)
    recordEvent(account, 'charge.succeeded', charge)
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: null,
    })
    invoice.status_transitions.paid_at = at
    recordEvent(account, 'invoice.paid', invoice)
    recordEvent(account, 'invoice.payment_succeeded', invoice)
    for (const payment of account.invoicePayments.values()) {
      if (payment.invoice !== invoice.id) continue
      payment.status = 'paid'
      payment.amount_paid = invoice.amount_due
      payment.status_transitions.paid_at = at
      recordEvent(account, 'invoice_payment.paid', payment)
    }
    // If the subscription was canceled before the payment, it stays canceled.
    if (subscription.ended_at !== null) return
    subscription.status = 'active'
    subscription.default_payment_method = charge.payment_method
    recordEvent(account, 'customer.subscription.updated', subscription)
  }

  function fail(subscription: Stripe.Subscription): void {
    const invoice = openInvoiceOf(account, subscription)
    invoice.attempted = true
    invoice.attempt_count += 1
    const isFirst = invoice.billing_reason === 'subscription_create'
    invoice.next_payment_attempt = isFirst ? null : account.now() + 3 * 86_400
    recordEvent(account, 'invoice.payment_failed', invoice)
    if (isFirst || subscription.status === 'past_due') return
    subscription.status = 'past_due'
    recordEvent(account, 'customer.subscription.updated', subscription)
  }

  function beginNextPeriod(subscription: Stripe.Subscription): void {
    const [item] = subscription.items.data
    if (item === undefined || !['active', 'trialing'].includes(subscription.status)) {
      throw new Error(`${subscription.id} is ${subscription.status}, and does not renew`)
    }
    subscription.status = 'active'
    item.current_period_start = item.current_period_end
    item.current_period_end = periodEnd(item.price, item.current_period_start)
    addInvoice(account, subscription, 'subscription_cycle')
    recordEvent(account, 'customer.subscription.updated', subscription)
  }

  return {
    pay: returningEvents((id: string) => pay(subscriptionOf(id))),
    decline: returningEvents((id: string) => fail(subscriptionOf(id))),
    requireAction: returningEvents((id: string) => {
      const invoice = openInvoiceOf(account, subscriptionOf(id))
      recordEvent(account, 'invoice.payment_action_required', invoice)
    }),
    expire: returningEvents((id: string) => endSubscription(account, subscriptionOf(id))),
    renew: returningEvents((id: string) => {
      const subscription = subscriptionOf(id)
      if (subscription.cancel_at_period_end) return endSubscription(account, subscription)
      beginNextPeriod(subscription)
      pay(subscription)
    }),
    failRenewal: returningEvents((id: string) => {
      beginNextPeriod(subscriptionOf(id))
      fail(subscriptionOf(id))
    }),
    cancel: returningEvents((id: string, when: 'now' | 'period-end') => {
      if (when === 'now') endSubscription(account, subscriptionOf(id))
      else setCancelAtPeriodEnd(account, subscriptionOf(id), true)
    }),
    resume: returningEvents((id: string) =>
      setCancelAtPeriodEnd(account, subscriptionOf(id), false),
    ),
    payCheckout: returningEvents((id: string) => {
      const session = findOrFail(account.sessions, 'checkout.session', id)
      if (session.status !== 'open') throw new Error(`${id} is ${session.status}`)
      const customer = addCustomer(account, {
        email: session.customer_email,
        name: null,
        metadata: {},
      })
      const subscription = addSubscription(account, {
        customer: customer.id,
        description: null,
        metadata: account.subscriptionMetadataBySession.get(id) ?? {},
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
      recordEvent(account, 'checkout.session.completed', session)
    }),
    expireCheckout: returningEvents((id: string) =>
      expireSession(account, findOrFail(account.sessions, 'checkout.session', id)),
    ),
    refund: returningEvents((paymentId: string, amount?: number) => {
      const charge = chargeOf(paymentId)
      const left = charge.amount - charge.amount_refunded
      addRefund(account, charge, makeRefund(account.now(), charge, amount ?? left))
    }),
    dispute: returningEvents((paymentId: string) => {
      const charge = chargeOf(paymentId)
      charge.disputed = true
      const dispute = makeDispute(account.now(), charge)
      account.disputes.set(paymentId, dispute)
      recordEvent(account, 'charge.dispute.created', dispute)
    }),
    closeDispute: returningEvents((paymentId: string, outcome: 'won' | 'lost') => {
      const dispute = findOrFail(account.disputes, 'dispute', paymentId)
      dispute.status = outcome
      recordEvent(account, 'charge.dispute.closed', dispute)
    }),
    paymentOf(id) {
      const invoices = [...account.invoices.values()].filter(
        ({ parent, amount_due }) =>
          parent?.subscription_details?.subscription === id && amount_due > 0,
      )
      return intentOf(invoices.at(-1) ?? findOrFail(account.invoices, 'invoice', '')).id
    },
  }
}
