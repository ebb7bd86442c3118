import type { TestCard } from '../../../../contract/sandbox.ts'

/** The result of a charge: 'requires-action' waits for the cardholder to authenticate with the bank. */
export type Charged =
  | { readonly outcome: 'paid' }
  | { readonly outcome: 'requires-action' }
  | { readonly outcome: 'declined'; readonly code: string; readonly message: string }

export interface Cardholder {
  /** True for renewals, when nobody can authenticate. */
  readonly isAbsent: boolean
  /** The result of the bank's authentication; undefined before it happens. */
  readonly authentication?: 'passed' | 'failed' | undefined
}

const declined = (code: string, message: string): Charged => ({
  outcome: 'declined',
  code,
  message,
})

const GENERIC = declined('card_declined', 'Your card was declined.')

/** Stripe's wording, from https://docs.stripe.com/error-codes and https://docs.stripe.com/testing. */
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
