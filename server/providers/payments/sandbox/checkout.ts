import { PRICE_CENTS } from '../../../../contract/limits.ts'
import { type CheckoutRequest, PaymentRefused } from '../payments.ts'
import {
  type CheckoutSession,
  newId,
  recordEvent,
  type SandboxTransaction,
  secondsOf,
} from './objects.ts'
import { type CardPayment, type ChargeResult, chargeCard, payInvoice } from './pay-invoice.ts'
import { addCustomer, beginSubscription } from './subscriptions.ts'

/** Stripe's limits for how long a checkout page stays open, in seconds. */
const MIN_OPEN_S = 30 * 60
const MAX_OPEN_S = 24 * 3_600

export async function beginCheckout(
  tx: SandboxTransaction,
  plan: CheckoutRequest & { successUrl: string; cancelUrl: string; expiresAt: Date },
): Promise<CheckoutSession> {
  const open = secondsOf(plan.expiresAt) - secondsOf(tx.now)
  if (open < MIN_OPEN_S || open > MAX_OPEN_S) {
    throw new PaymentRefused(`A checkout can be open for 30 minutes to 24 hours, not for ${open} s`)
  }
  const id = newId('cs_test')
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    created: secondsOf(tx.now),
    url: tx.linkTo(`/sandbox/checkout/${id}`),
    success_url: plan.successUrl,
    cancel_url: plan.cancelUrl,
    customer_email: plan.email,
    description: plan.description,
    amount_total: PRICE_CENTS,
    expires_at: secondsOf(plan.expiresAt),
    metadata: { key: plan.key },
    status: 'open',
    customer: null,
    subscription: null,
  }
  await tx.save(session)
  return session
}

export function isOpen(tx: SandboxTransaction, { status, expires_at }: CheckoutSession): boolean {
  return status === 'open' && tx.now.getTime() < expires_at * 1_000
}

/** Pays an open checkout. Like Stripe, creates nothing if the card is declined. */
export async function payCheckout(
  tx: SandboxTransaction,
  session: CheckoutSession,
  paying: CardPayment,
): Promise<ChargeResult> {
  const charged = chargeCard(paying)
  if (charged.outcome !== 'paid') return charged
  const { customer_email: email, description } = session
  const { key } = session.metadata
  const customer = await addCustomer(tx, { key, email })
  const { subscription, invoice } = await beginSubscription(tx, customer, { key, description })
  await payInvoice(tx, invoice, paying)
  session.status = 'complete'
  session.customer = customer.id
  session.subscription = subscription.id
  await tx.save(session)
  await recordEvent(tx, 'checkout.session.completed', session)
  return charged
}

export async function expireCheckout(
  tx: SandboxTransaction,
  session: CheckoutSession,
): Promise<void> {
  session.status = 'expired'
  await tx.save(session)
  await recordEvent(tx, 'checkout.session.expired', session)
}
