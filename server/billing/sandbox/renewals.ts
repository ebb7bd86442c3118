import { PaymentCallRefused } from '../../providers/payments/payments.ts'
import { expireCheckout } from './checkout.ts'
import { addInvoice, type ChargeResult, closeDispute, payInvoice } from './invoices.ts'
import { dateOf, type Invoice, type Subscription, secondsOf } from './objects.ts'
import type { SandboxTx } from './store.ts'
import { beginNextPeriod, endSubscription } from './subscriptions.ts'

const DAY_S = 86_400

/** When to retry a failed renewal, in days after its invoice. The last failure ends the subscription. */
const RETRY_DAYS = [3, 5, 7] as const

export async function renewSubscription(tx: SandboxTx, subscription: Subscription) {
  return chargeInvoice(tx, await beginNextPeriod(tx, subscription))
}

export async function chargeInvoice(tx: SandboxTx, invoice: Invoice): Promise<ChargeResult> {
  const { subscription: id } = invoice.parent.subscription_details
  const subscription = await tx.get('subscription', id)
  const retryDays = RETRY_DAYS[invoice.attempt_count]
  invoice.attempt_count += 1
  invoice.next_payment_attempt =
    retryDays === undefined ? null : invoice.created + retryDays * DAY_S
  const card = subscription.default_payment_method ?? 'pm_card_chargeDeclined'
  const chargeResult = await payInvoice(tx, invoice, { card, isAbsent: true })
  if (chargeResult.outcome === 'paid') return chargeResult
  if (retryDays === undefined) await endSubscription(tx, subscription)
  else if (subscription.status !== 'past_due') {
    subscription.status = 'past_due'
    await tx.record('customer.subscription.updated', subscription)
  }
  return chargeResult
}

const MAX_INCOMPLETE_S = 23 * 3_600

export async function runDueWork(tx: SandboxTx): Promise<void> {
  for (const session of await tx.list('checkout.session', { status: 'open' })) {
    if (session.expires_at <= tx.now) await expireCheckout(tx, session)
  }
  for (const unpaid of await tx.list('subscription', { status: 'incomplete' })) {
    if (unpaid.created + MAX_INCOMPLETE_S <= tx.now) await endSubscription(tx, unpaid)
  }
  // Retry before renewing: only an active subscription renews, and a successful retry makes it active.
  for (const invoice of await tx.list('invoice', { status: 'open' })) {
    const { next_payment_attempt: next } = invoice
    if (next !== null && next <= tx.now) await chargeInvoice(tx, invoice)
  }
  for (const status of ['past_due', 'active', 'trialing']) {
    for (const subscription of await tx.list('subscription', { status })) {
      await renewOrEnd(tx, subscription)
    }
  }
  const disputed = { payment: { dispute: { status: 'needs_response' } } }
  for (const invoice of await tx.list('invoice', disputed)) {
    const { dispute } = invoice.payment
    if (dispute !== null && dispute.due_by <= tx.now) await closeDispute(tx, invoice, 'lost')
  }
}

async function renewOrEnd(tx: SandboxTx, known: Subscription): Promise<void> {
  let subscription = known
  while (subscription.items.data[0].current_period_end <= tx.now) {
    if (subscription.cancel_at_period_end) return endSubscription(tx, subscription)
    if (!isActive(subscription)) return
    await renewSubscription(tx, subscription)
    subscription = await tx.get('subscription', subscription.id)
  }
}

function isActive({ status }: Subscription): boolean {
  return status === 'active' || status === 'trialing'
}

/** Stripe's limit for the end of a trial, in years after the billing cycle's anchor. */
const MAX_TRIAL_YEARS = 2

/**
 * Moves the end of the current period, as Stripe does with a trial without proration: the trial's end becomes
 * the billing cycle's anchor. https://docs.stripe.com/billing/subscriptions/billing-cycle
 * @throws PaymentCallRefused if the date is past or too far ahead, or if the subscription is not active
 */
export async function moveRenewal(
  tx: SandboxTx,
  subscription: Subscription,
  { at, ends }: { at: Date; ends: boolean },
): Promise<void> {
  const { id, status, billing_cycle_anchor: anchor, items } = subscription
  const end = secondsOf(at)
  if (!isActive(subscription)) throw new PaymentCallRefused(`${id} is ${status}`)
  const latestEnd = dateOf(anchor)
  latestEnd.setUTCFullYear(latestEnd.getUTCFullYear() + MAX_TRIAL_YEARS)
  if (end <= tx.now || end > secondsOf(latestEnd)) {
    throw new PaymentCallRefused(`The trial_end of ${id} cannot be ${at.toISOString()}`)
  }
  subscription.status = 'trialing'
  subscription.billing_cycle_anchor = end
  items.data[0] = { current_period_start: tx.now, current_period_end: end }
  if (ends) subscription.cancel_at_period_end = true
  const invoice = await addInvoice(tx, subscription, 'subscription_update', 0)
  await tx.record('invoice.paid', invoice)
  await tx.record('customer.subscription.updated', subscription)
}
