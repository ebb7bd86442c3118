import * as z from 'zod/mini'
import type { TestCard } from '../../../contract/sandbox.ts'

/** From https://docs.stripe.com/testing. The server gets only `card`: numbers never leave the browser. */
export const TEST_CARDS: readonly { number: string; card: TestCard; does: string }[] = [
  { number: '4242424242424242', card: 'pm_card_visa', does: 'Succeeds' },
  { number: '4000000000000002', card: 'pm_card_chargeDeclined', does: 'Declined' },
  {
    number: '4000000000009995',
    card: 'pm_card_chargeDeclinedInsufficientFunds',
    does: 'Insufficient funds',
  },
  { number: '4000000000000069', card: 'pm_card_chargeDeclinedExpiredCard', does: 'Expired card' },
  {
    number: '4000000000000127',
    card: 'pm_card_chargeDeclinedIncorrectCvc',
    does: 'Wrong CVC',
  },
  {
    number: '4000002500003155',
    card: 'pm_card_authenticationRequiredOnSetup',
    does: 'Needs approval once',
  },
  {
    number: '4000002760003184',
    card: 'pm_card_authenticationRequired',
    does: 'Needs approval every time',
  },
  {
    number: '4000000000000341',
    card: 'pm_card_chargeCustomerFail',
    does: 'Succeeds, then declines renewals',
  },
]

export function testCardOf(number: string): TestCard | undefined {
  const digits = number.replace(/[\s-]/g, '')
  return TEST_CARDS.find((known) => known.number === digits)?.card
}

export function groupDigits(number: string): string {
  return (
    number
      .replace(/\D/g, '')
      .slice(0, 19)
      .match(/\d{1,4}/g) ?? []
  ).join(' ')
}

/** Formats an expiry date as printed on a card: '12 / 34'. */
export function formatExpiry(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  // A month that begins with 2 to 9 has only one digit.
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2, 4)}` : padded
}

const EXPIRY = /^(0?[1-9]|1[0-2])\s*\/?\s*(\d\d)$/

/** Returns whether a card with this expiry date is still valid. Cards are valid until the month ends. */
export function isUnexpired(expiry: string, now: Date): boolean {
  const [, month, year] = EXPIRY.exec(expiry.trim()) ?? []
  if (month === undefined || year === undefined) return false
  return new Date(2000 + Number(year), Number(month), 1).getTime() > now.getTime()
}

export const testCardForm = z.object({
  number: z.string().check(
    z.refine((number) => number.trim() !== '', 'Card number is required'),
    z.refine(
      (number) => testCardOf(number) !== undefined,
      'Only test cards work here. Choose one from the list. Never enter a real card.',
    ),
  ),
  expiry: z.string().check(
    z.refine((expiry) => expiry.trim() !== '', 'Expiration date is required'),
    z.refine((expiry) => EXPIRY.test(expiry.trim()), 'Enter month and year, like 12 / 34'),
    z.refine((expiry) => isUnexpired(expiry, new Date()), 'This date has passed'),
  ),
  cvc: z.string().check(
    z.refine((cvc) => cvc.trim() !== '', 'CVC is required'),
    z.refine((cvc) => /^\d{3}$/.test(cvc.trim()), 'Enter the 3 digits'),
  ),
})
