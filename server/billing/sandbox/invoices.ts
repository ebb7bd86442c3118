import type { BodyOf } from '../../../contract/endpoint.ts'
import { PRICE_CENTS, PRICE_CURRENCY } from '../../../contract/limits.ts'
import type { paySandboxCheckout, TestCard } from '../../../contract/sandbox.ts'
import { PaymentCallRefused } from '../../providers/payments/payments.ts'
import { type Invoice, newId, type Subscription } from './objects.ts'
import type { SandboxTx } from './store.ts'

/** An invoice of 0 is paid from the start. */
export function addInvoice(
  tx: SandboxTx,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
  amount = PRICE_CENTS,
): Promise<Invoice> {
  const isPaid = amount === 0
  const intent = newId('pi')
  const { id, customer, metadata, items } = subscription
  const { current_period_start: start, current_period_end: end } = items.data[0]
  return tx.create('invoice', newId('in'), {
    customer,
    billing_reason: reason,
    parent: { subscription_details: { subscription: id, metadata } },
    lines: { data: [{ period: { start, end } }] },
    currency: PRICE_CURRENCY,
    amount_due: amount,
    amount_paid: 0,
    status: isPaid ? 'paid' : 'open',
    status_transitions: { paid_at: isPaid ? tx.now : null },
    attempt_count: 0,
    next_payment_attempt: null,
    payment: {
      payment_intent: intent,
      client_secret: newId(`${intent}_secret`),
      requires_action: false,
      amount_refunded: 0,
      dispute: null,
    },
  })
}

export function listInvoices(tx: SandboxTx, subscription: string, status?: Invoice['status']) {
  return tx.list('invoice', { parent: { subscription_details: { subscription } }, status })
}

export type ChargeResult =
  | { readonly outcome: 'paid' | 'requires-action' }
  | { readonly outcome: 'declined'; readonly message: string }

export interface CardPayment extends BodyOf<typeof paySandboxCheckout> {
  /** Whether the cardholder is absent, as at renewals, and can't authenticate. */
  readonly isAbsent?: boolean
}

export async function payInvoice(tx: SandboxTx, invoice: Invoice, cardPayment: CardPayment) {
  const chargeResult = chargeCard(cardPayment)
  if (chargeResult.outcome === 'paid') {
    await markPaid(tx, invoice, cardPayment.card)
    return chargeResult
  }
  const { payment } = invoice
  const neededAuthentication = payment.requires_action
  const needsAuthenticationNow = chargeResult.outcome === 'requires-action'
  payment.requires_action = needsAuthenticationNow
  if (needsAuthenticationNow && !neededAuthentication)
    await tx.record('invoice.payment_action_required', invoice)
  if (!needsAuthenticationNow || cardPayment.isAbsent)
    await tx.record('invoice.payment_failed', invoice)
  return chargeResult
}

async function markPaid(tx: SandboxTx, invoice: Invoice, card: TestCard): Promise<void> {
  const { parent, payment } = invoice
  const subscription = await tx.get('subscription', parent.subscription_details.subscription)
  const customer = await tx.get('customer', invoice.customer)
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.status_transitions.paid_at = tx.now
  invoice.next_payment_attempt = null
  subscription.status = 'active'
  subscription.default_payment_method = card
  customer.default_payment_method = card
  await tx.save(customer)
  await tx.record('invoice.paid', invoice)
  await tx.record('invoice_payment.paid', invoice, { invoice: invoice.id, payment })
  await tx.record('customer.subscription.updated', subscription)
}

const DECLINED = 'Your card was declined.'

/** Stripe's messages for the test cards that are always declined: https://docs.stripe.com/testing. */
export const REFUSALS: Readonly<Partial<Record<TestCard, string>>> = {
  pm_card_chargeDeclined: DECLINED,
  pm_card_chargeDeclinedInsufficientFunds: 'Your card has insufficient funds.',
  pm_card_chargeDeclinedExpiredCard: 'Your card has expired.',
  pm_card_chargeDeclinedIncorrectCvc: "Your card's security code is incorrect.",
}

const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

export function chargeCard({ card, authentication, isAbsent = false }: CardPayment): ChargeResult {
  // Stripe declines every charge of pm_card_chargeCustomerFail. The sandbox declines it only at renewals,
  // because without a first payment there would be no renewal to test.
  const refusal =
    REFUSALS[card] ?? (card === 'pm_card_chargeCustomerFail' && isAbsent ? DECLINED : undefined)
  if (refusal !== undefined) return { outcome: 'declined', message: refusal }
  // 'OnSetup' cards need authentication only when the cardholder pays, not at renewals.
  const needsAuthentication =
    card === 'pm_card_authenticationRequired' ||
    (card === 'pm_card_authenticationRequiredOnSetup' && !isAbsent)
  if (!needsAuthentication) return { outcome: 'paid' }
  if (isAbsent || authentication === undefined) return { outcome: 'requires-action' }
  if (authentication === 'passed') return { outcome: 'paid' }
  return { outcome: 'declined', message: NOT_AUTHENTICATED }
}

/** How many seconds a dispute waits for evidence. The sandbox submits none, so the dispute is then lost. */
const EVIDENCE_S = 10 * 86_400

/** Refunds a paid invoice in full. @throws PaymentCallRefused if already refunded, or disputed and not won */
export async function refundInvoice(tx: SandboxTx, invoice: Invoice): Promise<void> {
  const { id, payment } = invoice
  if (payment.amount_refunded > 0) throw new PaymentCallRefused(`${id} has been refunded`)
  if (payment.dispute !== null && payment.dispute.status !== 'won') {
    throw new PaymentCallRefused(`${id} is disputed`)
  }
  payment.amount_refunded = invoice.amount_paid
  await tx.record('charge.refunded', invoice, payment)
}

/** Opens a dispute, or withdraws it if open. @throws PaymentCallRefused after a refund or closed dispute */
export async function disputeInvoice(tx: SandboxTx, invoice: Invoice): Promise<void> {
  const { id, payment } = invoice
  if (payment.dispute?.status === 'needs_response') return closeDispute(tx, invoice, 'won')
  if (payment.dispute !== null) throw new PaymentCallRefused(`${id} has been disputed`)
  if (payment.amount_refunded > 0) throw new PaymentCallRefused(`${id} has been refunded`)
  payment.dispute = { status: 'needs_response', due_by: tx.now + EVIDENCE_S }
  await tx.record('charge.dispute.created', invoice, disputeOf(invoice))
}

export async function closeDispute(tx: SandboxTx, invoice: Invoice, status: 'won' | 'lost') {
  if (invoice.payment.dispute !== null) invoice.payment.dispute.status = status
  await tx.record('charge.dispute.closed', invoice, disputeOf(invoice))
}

function disputeOf({ amount_paid: amount, payment: { payment_intent, dispute } }: Invoice): object {
  return { payment_intent, amount, status: dispute?.status }
}
