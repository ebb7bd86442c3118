import * as z from 'zod/mini'
import type { TestCard } from '../../../contract/sandbox.ts'

const CARDS: readonly (readonly [number: string, card: TestCard, effect: string])[] = [
  ['4242424242424242', 'pm_card_visa', 'Succeeds'],
  ['4000000000000002', 'pm_card_chargeDeclined', 'Declined'],
  ['4000000000009995', 'pm_card_chargeDeclinedInsufficientFunds', 'Insufficient funds'],
  ['4000000000000069', 'pm_card_chargeDeclinedExpiredCard', 'Expired card'],
  ['4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', 'Wrong CVC'],
  ['4000002500003155', 'pm_card_authenticationRequiredOnSetup', 'Needs approval once'],
  ['4000002760003184', 'pm_card_authenticationRequired', 'Needs approval every time'],
  ['4000000000000341', 'pm_card_chargeCustomerFail', 'Succeeds, then declines renewals'],
]

/** From https://docs.stripe.com/testing. The server gets only `card`: numbers never leave the browser. */
export const TEST_CARDS = CARDS.map(([number, card, effect]) => ({ number, card, effect }))

export function testCardOf(number: string): TestCard | undefined {
  const digits = number.replace(/[\s-]/g, '')
  return TEST_CARDS.find((known) => known.number === digits)?.card
}

export function groupDigits(number: string): string {
  const digits = number.replace(/\D/g, '').slice(0, 19)
  return digits.replace(/\d{4}(?=\d)/g, '$& ')
}

/** Formats an expiry date as printed on a card: '12 / 34'. */
export function formatExpiry(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  // A month that begins with 2 to 9 has only one digit.
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2, 4)}` : padded
}

const EXPIRY_PATTERN = /^(0?[1-9]|1[0-2])\s*\/?\s*(\d\d)$/

/** Cards are valid until the end of the month. */
export function isUnexpired(expiry: string, now: Date): boolean {
  const [, month, year] = EXPIRY_PATTERN.exec(expiry) ?? []
  if (month === undefined || year === undefined) return false
  return new Date(2000 + Number(year), Number(month), 1).getTime() > now.getTime()
}

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))

export const testCardForm = z.object({
  number: required('Card number is required').check(
    z.refine(
      (number) => testCardOf(number) !== undefined,
      'Only test cards work here. Choose one from the list. Never enter a real card.',
    ),
  ),
  expiry: required('Expiration date is required').check(
    z.regex(EXPIRY_PATTERN, 'Enter month and year, like 12 / 34'),
    z.refine((expiry) => isUnexpired(expiry, new Date()), 'This date has passed'),
  ),
  cvc: required('CVC is required').check(z.regex(/^\d{3}$/, 'Enter the 3 digits')),
})
