import { PRICE_CENTS, PRICE_CURRENCY } from '../../../../contract/limits.ts'
import type { TestCard } from '../../../../contract/sandbox.ts'
import { type PaymentPlan, PaymentRefused } from '../payments.ts'
import { beginSubscription } from './begin-subscription.ts'
import { type CheckoutSession, type Customer, newId, secondsOf } from './objects.ts'
import {
  billOf,
  type Cardholder,
  type ChargeResult,
  chargeCard,
  payInvoice,
} from './pay-invoice.ts'
import { recordEvent, type SandboxStorage, type SandboxTransaction } from './transaction.ts'

/** Stripe's limits for how long a page may be open, in seconds. */
const OPEN_FROM_S = 30 * 60
const OPEN_TO_S = 24 * 3_600

/** Creates a checkout page. @throws PaymentRefused when it would be open for too short or too long */
export async function beginCheckout(
  tx: SandboxTransaction,
  storage: SandboxStorage,
  plan: PaymentPlan & { successUrl: string; cancelUrl: string; expiresAt: Date },
): Promise<CheckoutSession> {
  const open = secondsOf(plan.expiresAt) - secondsOf(tx.now)
  if (open < OPEN_FROM_S || open > OPEN_TO_S) {
    throw new PaymentRefused(`A checkout can be open for 30 minutes to 24 hours, not for ${open} s`)
  }
  const id = newId('cs_test')
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    created: secondsOf(tx.now),
    mode: 'subscription',
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: PRICE_CENTS,
    amount_total: PRICE_CENTS,
    currency: PRICE_CURRENCY,
    customer: null,
    customer_email: plan.email,
    expires_at: secondsOf(plan.expiresAt),
    invoice: null,
    livemode: false,
    metadata: { key: plan.key, description: plan.description },
    subscription: null,
    success_url: plan.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id),
    cancel_url: plan.cancelUrl,
    url: storage.linkTo(`/sandbox/checkout/${id}`),
  }
  await tx.save(session)
  return session
}

export function isOpen(tx: SandboxTransaction, { status, expires_at }: CheckoutSession): boolean {
  return status === 'open' && tx.now.getTime() < expires_at * 1_000
}

/** Pays an open checkout page. As at Stripe, a declined card creates nothing. */
export async function payCheckout(
  tx: SandboxTransaction,
  session: CheckoutSession,
  card: TestCard,
  cardholder: Cardholder,
): Promise<ChargeResult> {
  const charged = chargeCard(card, cardholder)
  if (charged.outcome !== 'paid') return charged
  const { key, description } = session.metadata
  const customer = await makeCustomer(tx, { key, email: session.customer_email, name: null })
  const { subscription, invoice } = await beginSubscription(tx, customer, { key, description })
  await payInvoice(tx, await billOf(tx, invoice), card, cardholder)
  session.status = 'complete'
  session.payment_status = 'paid'
  session.customer = customer.id
  session.subscription = subscription.id
  session.invoice = invoice.id
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

export async function makeCustomer(
  tx: SandboxTransaction,
  { key, email, name }: { key: string; email: string; name: string | null },
): Promise<Customer> {
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    created: secondsOf(tx.now),
    email,
    name,
    livemode: false,
    metadata: { key },
    invoice_settings: { default_payment_method: null },
  }
  await tx.save(customer)
  return customer
}
