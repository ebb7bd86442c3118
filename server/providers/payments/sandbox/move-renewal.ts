import { PaymentRefused } from '../payments.ts'
import { makeInvoice } from './begin-subscription.ts'
import { dateOf, type Subscription, secondsOf } from './objects.ts'
import { get } from './pay-invoice.ts'
import { recordEvent, type SandboxTransaction } from './transaction.ts'

/** Stripe's limit for a trial's end, in years after the billing cycle's anchor. */
const MOST_YEARS = 2

/**
 * Moves a subscription's next charge the way Stripe does with a trial without proration: the time until
 * then becomes a trial, its end becomes the billing cycle's new anchor, and a zero invoice is created.
 * https://docs.stripe.com/billing/subscriptions/billing-cycle
 * @throws PaymentRefused for a date in the past or too far ahead, and while a payment is due
 */
export async function moveRenewal(
  turn: SandboxTransaction,
  subscription: Subscription,
  { at, ends }: { at: Date; ends: boolean },
): Promise<void> {
  const { id, status, billing_cycle_anchor: anchor } = subscription
  const now = secondsOf(turn.now)
  const end = secondsOf(at)
  if (status !== 'active' && status !== 'trialing') throw new PaymentRefused(`${id} is ${status}`)
  const latest = dateOf(anchor)
  latest.setUTCFullYear(latest.getUTCFullYear() + MOST_YEARS)
  if (end <= now || end > secondsOf(latest)) {
    throw new PaymentRefused(`The trial_end of ${id} cannot be ${at.toISOString()}`)
  }
  const [item] = subscription.items.data
  subscription.status = 'trialing'
  subscription.trial_start ??= now
  subscription.trial_end = end
  subscription.billing_cycle_anchor = end
  item.current_period_start = now
  item.current_period_end = end
  if (ends || subscription.cancel_at_period_end) {
    subscription.cancel_at_period_end = true
    subscription.cancel_at = end
    subscription.canceled_at ??= now
  }
  const customer = await get(turn, 'customer', subscription.customer)
  const reason = 'subscription_update'
  const invoice = makeInvoice({ subscription, customer, reason, amount: 0, secret: null, now })
  subscription.latest_invoice = invoice.id
  await turn.save(invoice)
  await turn.save(subscription)
  await recordEvent(turn, 'invoice.paid', invoice)
  await recordEvent(turn, 'customer.subscription.updated', subscription)
}
