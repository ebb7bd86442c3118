import type { BodyOf } from '../../../contract/endpoint.ts'
import type { paySandboxCheckout, TestCard } from '../../../contract/sandbox.ts'
import type { Invoice } from './objects.ts'
import type { SandboxTx } from './store.ts'

/** 'requires-action': the cardholder must first authenticate with the bank. */
export type ChargeResult =
  | { readonly outcome: 'paid' | 'requires-action' }
  | { readonly outcome: 'declined'; readonly message: string }

export interface CardPayment extends BodyOf<typeof paySandboxCheckout> {
  /** Whether the cardholder is absent, as at renewals, and so can't authenticate. */
  readonly isAbsent?: boolean
}

export async function payInvoice(tx: SandboxTx, invoice: Invoice, paying: CardPayment) {
  const charged = chargeCard(paying)
  if (charged.outcome === 'paid') {
    await markPaid(tx, invoice, paying.card)
    return charged
  }
  const { payment } = invoice
  const wasAsked = payment.requires_action
  const isAsked = charged.outcome === 'requires-action'
  payment.requires_action = isAsked
  await tx.save(invoice)
  if (isAsked && !wasAsked) await tx.record('invoice.payment_action_required', invoice)
  if (!isAsked || paying.isAbsent) await tx.record('invoice.payment_failed', invoice)
  return charged
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
  for (const thing of [invoice, subscription, customer]) await tx.save(thing)
  await tx.record('invoice.paid', invoice)
  await tx.record('invoice_payment.paid', { invoice: invoice.id, payment })
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
  // Stripe declines every charge of pm_card_chargeCustomerFail. The sandbox declines only its renewals,
  // because without a first payment there would be no renewal to test.
  const refusal =
    REFUSALS[card] ?? (card === 'pm_card_chargeCustomerFail' && isAbsent ? DECLINED : undefined)
  if (refusal !== undefined) return { outcome: 'declined', message: refusal }
  // Cards 'on setup' need authentication only when the cardholder pays, not at renewals.
  const asksBank =
    card === 'pm_card_authenticationRequired' ||
    (card === 'pm_card_authenticationRequiredOnSetup' && !isAbsent)
  if (!asksBank) return { outcome: 'paid' }
  if (isAbsent || authentication === undefined) return { outcome: 'requires-action' }
  if (authentication === 'passed') return { outcome: 'paid' }
  return { outcome: 'declined', message: NOT_AUTHENTICATED }
}
