import type { TestCard } from '../../../contract/sandbox.ts'

/** https://docs.stripe.com/testing#cards: each card by its number, and what its payments come to. */
export const TEST_CARDS: Readonly<Record<TestCard, { number: string; outcome: string }>> = {
  pm_card_visa: { number: '4242 4242 4242 4242', outcome: 'pays' },
  pm_card_chargeDeclined: { number: '4000 0000 0000 0002', outcome: 'is declined' },
  pm_card_chargeDeclinedInsufficientFunds: {
    number: '4000 0000 0000 9995',
    outcome: 'has insufficient funds',
  },
  pm_card_chargeDeclinedExpiredCard: { number: '4000 0000 0000 0069', outcome: 'has expired' },
  pm_card_chargeDeclinedIncorrectCvc: {
    number: '4000 0000 0000 0127',
    outcome: 'has another security code',
  },
  pm_card_authenticationRequired: {
    number: '4000 0027 6000 3184',
    outcome: 'asks the bank first',
  },
  pm_card_chargeCustomerFail: {
    number: '4000 0000 0000 0341',
    outcome: 'can be kept, but never charged',
  },
}

/** A card as receipts name it: 'Visa ending in 4242'. */
export function describeCard(card: TestCard): string {
  return `Visa ending in ${TEST_CARDS[card].number.slice(-4)}`
}
