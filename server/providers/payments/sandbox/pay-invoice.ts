import type { TestCard } from '../../../../contract/sandbox.ts'
import {
  type Invoice,
  type InvoicePayment,
  type Kind,
  type Kinds,
  newId,
  type PaymentIntent,
  type Subscription,
  secondsOf,
} from './objects.ts'
import { recordEvent, type SandboxTransaction } from './transaction.ts'

/** An invoice with its related objects. */
export interface Bill {
  readonly invoice: Invoice
  readonly subscription: Subscription
  readonly intent: PaymentIntent
  readonly payment: InvoicePayment
}

/** Returns an object that must exist, since another one refers to it. */
export async function get<K extends Kind>(
  tx: SandboxTransaction,
  object: K,
  id: string,
): Promise<Kinds[K]> {
  const found = await tx.find(object, id)
  if (found === undefined) throw new Error(`The sandbox has no ${object} ${id}`)
  return found
}

export async function billOf(tx: SandboxTransaction, invoice: Invoice): Promise<Bill> {
  const [payment] = await tx.list('invoice_payment', { invoice: invoice.id })
  if (payment === undefined) throw new Error(`The sandbox has no payment for ${invoice.id}`)
  return {
    invoice,
    payment,
    intent: await get(tx, 'payment_intent', payment.payment.payment_intent),
    subscription: await get(tx, 'subscription', invoice.parent.subscription_details.subscription),
  }
}

/** Pays an open invoice with a card, as Stripe would: stores the result and records its events. */
export async function payInvoice(
  tx: SandboxTransaction,
  bill: Bill,
  card: TestCard,
  cardholder: Cardholder,
): Promise<ChargeResult> {
  const charged = chargeCard(card, cardholder)
  if (charged.outcome === 'paid') await settle(tx, bill, card)
  else if (charged.outcome === 'declined') await recordDecline(tx, bill, charged)
  else await requestAuthentication(tx, bill, cardholder)
  return charged
}

async function settle(tx: SandboxTransaction, bill: Bill, card: TestCard): Promise<void> {
  const { invoice, subscription, intent, payment } = bill
  const now = secondsOf(tx.now)
  const charge = newId('ch')
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge,
    last_payment_error: null,
  } satisfies Partial<PaymentIntent>)
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  } satisfies Partial<Invoice>)
  Object.assign(payment, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    status_transitions: { ...payment.status_transitions, paid_at: now },
  } satisfies Partial<InvoicePayment>)
  Object.assign(subscription, {
    status: 'active',
    default_payment_method: card,
  } satisfies Partial<Subscription>)
  const customer = await get(tx, 'customer', subscription.customer)
  customer.invoice_settings.default_payment_method = card
  await tx.save({
    id: charge,
    object: 'charge',
    created: now,
    status: 'succeeded',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    captured: true,
    currency: intent.currency,
    customer: customer.id,
    disputed: false,
    livemode: false,
    metadata: {},
    paid: true,
    payment_intent: intent.id,
    payment_method: card,
    refunded: false,
  })
  for (const thing of [intent, invoice, payment, subscription, customer]) await tx.save(thing)
  await recordEvent(tx, 'invoice.paid', invoice)
  await recordEvent(tx, 'invoice_payment.paid', payment)
  await recordEvent(tx, 'customer.subscription.updated', subscription)
}

async function recordDecline(
  tx: SandboxTransaction,
  { invoice, intent }: Bill,
  { code, message }: { code: string; message: string },
): Promise<void> {
  intent.status = 'requires_payment_method'
  intent.last_payment_error = { code, message, type: 'card_error' }
  invoice.attempted = true
  await tx.save(intent)
  await tx.save(invoice)
  await recordEvent(tx, 'invoice.payment_failed', invoice)
}

async function requestAuthentication(
  tx: SandboxTransaction,
  { invoice, intent }: Bill,
  { isAbsent }: Cardholder,
): Promise<void> {
  const isAsked = intent.status === 'requires_action'
  intent.status = 'requires_action'
  invoice.attempted = true
  await tx.save(intent)
  await tx.save(invoice)
  if (!isAsked) await recordEvent(tx, 'invoice.payment_action_required', invoice)
  if (isAbsent) await recordEvent(tx, 'invoice.payment_failed', invoice)
}

/** The result of a charge: 'requires-action' waits for the cardholder to authenticate with the bank. */
export type ChargeResult =
  | { readonly outcome: 'paid' }
  | { readonly outcome: 'requires-action' }
  | { readonly outcome: 'declined'; readonly code: string; readonly message: string }

export interface Cardholder {
  /** True for renewals, when nobody can authenticate. */
  readonly isAbsent: boolean
  /** The result of the bank's authentication; undefined before it happens. */
  readonly authentication?: 'passed' | 'failed' | undefined
}

const declined = (code: string, message: string): ChargeResult => ({
  outcome: 'declined',
  code,
  message,
})

const GENERIC = declined('card_declined', 'Your card was declined.')

/** Stripe's wording, from https://docs.stripe.com/error-codes and https://docs.stripe.com/testing. */
const REFUSED: Readonly<Partial<Record<TestCard, ChargeResult>>> = {
  pm_card_chargeDeclined: GENERIC,
  pm_card_chargeDeclinedInsufficientFunds: declined(
    'card_declined',
    'Your card has insufficient funds.',
  ),
  pm_card_chargeDeclinedExpiredCard: declined('expired_card', 'Your card has expired.'),
  pm_card_chargeDeclinedIncorrectCvc: declined(
    'incorrect_cvc',
    "Your card's security code is incorrect.",
  ),
}

const NOT_AUTHENTICATED = declined(
  'payment_intent_authentication_failure',
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
)

const CARDS_THAT_ASK_BANK: ReadonlySet<TestCard> = new Set([
  'pm_card_authenticationRequiredOnSetup',
  'pm_card_authenticationRequired',
])

export function chargeCard(card: TestCard, { isAbsent, authentication }: Cardholder): ChargeResult {
  const refused = REFUSED[card]
  if (refused !== undefined) return refused
  if (CARDS_THAT_ASK_BANK.has(card)) {
    // One card is charged automatically after the first authentication; the other asks every time.
    if (isAbsent && card === 'pm_card_authenticationRequiredOnSetup') return { outcome: 'paid' }
    if (isAbsent || authentication === undefined) return { outcome: 'requires-action' }
    return authentication === 'passed' ? { outcome: 'paid' } : NOT_AUTHENTICATED
  }
  // At Stripe this card can be attached, but every charge fails. Here it fails only at renewals:
  // otherwise a subscription with it would never get to one.
  if (card === 'pm_card_chargeCustomerFail' && isAbsent) return GENERIC
  return { outcome: 'paid' }
}

/** Returns why a card cannot be saved; undefined if it can. */
export function findCardRefusal(card: TestCard): string | undefined {
  const refused = REFUSED[card]
  return refused?.outcome === 'declined' ? refused.message : undefined
}
