import { PRICE_CENTS } from '../../../contract/limits.ts'
import { PaymentCallRefused, type PaymentProvider } from '../../providers/payments/payments.ts'
import { type CardPayment, chargeCard, payInvoice } from './invoices.ts'
import { type CheckoutSession, newId, secondsOf } from './objects.ts'
import type { SandboxTx } from './store.ts'
import { addCustomer, beginSubscription } from './subscriptions.ts'

/** Stripe's limits for how long a checkout page stays open, in seconds. */
const MIN_OPEN_S = 30 * 60
const MAX_OPEN_S = 24 * 3_600

type CheckoutPlan = Parameters<PaymentProvider['beginCheckout']>[0]

export async function beginCheckout(tx: SandboxTx, plan: CheckoutPlan): Promise<CheckoutSession> {
  const openSeconds = secondsOf(plan.expiresAt) - tx.now
  if (openSeconds < MIN_OPEN_S || openSeconds > MAX_OPEN_S) {
    throw new PaymentCallRefused(
      `A checkout can be open for 30 minutes to 24 hours, not for ${openSeconds} s`,
    )
  }
  const id = newId('cs_test')
  return tx.create('checkout.session', id, {
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
  })
}

export function isOpen(tx: SandboxTx, { status, expires_at }: CheckoutSession): boolean {
  return status === 'open' && tx.now < expires_at
}

/** Pays an open checkout. Like Stripe, creates nothing unless the card is charged. */
export async function payCheckout(tx: SandboxTx, session: CheckoutSession, payment: CardPayment) {
  const chargeResult = chargeCard(payment)
  if (chargeResult.outcome !== 'paid') return chargeResult
  const { customer_email: email, description } = session
  const { key } = session.metadata
  const customer = await addCustomer(tx, { key, email })
  const { subscription, invoice } = await beginSubscription(tx, customer, { key, description })
  await payInvoice(tx, invoice, payment)
  session.status = 'complete'
  session.customer = customer.id
  session.subscription = subscription.id
  await tx.record('checkout.session.completed', session)
  return chargeResult
}

export async function expireCheckout(tx: SandboxTx, session: CheckoutSession): Promise<void> {
  session.status = 'expired'
  await tx.record('checkout.session.expired', session)
}
