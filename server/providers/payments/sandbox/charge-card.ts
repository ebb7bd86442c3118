import type { TestCard } from '../../../../contract/sandbox.ts'

/** How a payment ends: 'requires-action' waits for what the cardholder answers the bank. */
export type Charged =
  | { readonly outcome: 'paid' }
  | { readonly outcome: 'requires-action' }
  | { readonly outcome: 'declined'; readonly code: string; readonly message: string }

export interface Cardholder {
  /** Nobody is there to be asked: a renewal. */
  readonly isAbsent: boolean
  /** What the cardholder answered the bank. */
  readonly authentication?: 'passed' | 'failed' | undefined
}

const declined = (code: string, message: string): Charged => ({
  outcome: 'declined',
  code,
  message,
})

const GENERIC = declined('card_declined', 'Your card was declined.')

/** Stripe's words, from https://docs.stripe.com/error-codes and https://docs.stripe.com/testing. */
const REFUSED: Readonly<Partial<Record<TestCard, Charged>>> = {
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

const ASKING: ReadonlySet<TestCard> = new Set([
  'pm_card_authenticationRequiredOnSetup',
  'pm_card_authenticationRequired',
])

export function chargeCard(card: TestCard, { isAbsent, authentication }: Cardholder): Charged {
  const refused = REFUSED[card]
  if (refused !== undefined) return refused
  if (ASKING.has(card)) {
    // One that has been asked about pays by itself from then on; the other asks each time.
    if (isAbsent && card === 'pm_card_authenticationRequiredOnSetup') return { outcome: 'paid' }
    if (isAbsent || authentication === undefined) return { outcome: 'requires-action' }
    return authentication === 'passed' ? { outcome: 'paid' } : NOT_AUTHENTICATED
  }
  // At Stripe this card can be attached, and every charge fails. Here it pays while its holder is
  // there and fails at renewals, which a subscription cannot otherwise come to.
  if (card === 'pm_card_chargeCustomerFail' && isAbsent) return GENERIC
  return { outcome: 'paid' }
}

/** Why a card cannot be kept for later; undefined when it can. */
export function refusalToKeep(card: TestCard): string | undefined {
  const refused = REFUSED[card]
  return refused?.outcome === 'declined' ? refused.message : undefined
}
