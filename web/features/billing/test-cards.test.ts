import { expect, test } from 'vitest'
import { testCard } from '../../../contract/sandbox.ts'
import {
  formatExpiry,
  groupDigits,
  isUnexpired,
  TEST_CARDS,
  testCardForm,
  testCardOf,
} from './test-cards.ts'

test('offers every test card that the server accepts', () => {
  expect(new Set(TEST_CARDS.map(({ card }) => card))).toEqual(new Set(testCard.options))
})

test.each([
  ['4242424242424242', 'pm_card_visa'],
  ['4242 4242 4242 4242', 'pm_card_visa'],
  ['4000-0000-0000-0002', 'pm_card_chargeDeclined'],
  ['4000002760003184', 'pm_card_authenticationRequired'],
  ['4111111111111111', undefined],
  ['424242424242424', undefined],
  ['', undefined],
])('maps the number %s to the card %s', (number, card) => {
  expect(testCardOf(number)).toBe(card)
})

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['42424', '4242 4'],
  ['4242 ', '4242'],
  ['card 42', '42'],
  ['', ''],
])('formats the card number %o as %o', (typed, shown) => {
  expect(groupDigits(typed)).toBe(shown)
})

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['12 / 34', '12 / 34'],
  ['5', '05'],
  ['534', '05 / 34'],
  ['12/3456', '12 / 34'],
])('formats the expiry date %o as %o', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown)
})

test('accepts a card until the end of its month', () => {
  const now = new Date(2026, 10, 30, 23, 59)
  expect(isUnexpired('11 / 26', now)).toBe(true)
  expect(isUnexpired('1126', now)).toBe(true)
  expect(isUnexpired('10 / 26', now)).toBe(false)
  expect(isUnexpired('13 / 30', now)).toBe(false)
})

test.each([
  [{ number: ' ' }, 'Card number is required'],
  [{ number: '4111 1111 1111 1111' }, /^Only test cards/],
  [{ expiry: '' }, 'Expiration date is required'],
  [{ expiry: '13 / 34' }, 'Enter month and year, like 12 / 34'],
  [{ expiry: '01 / 20' }, 'This date has passed'],
  [{ cvc: '' }, 'CVC is required'],
  [{ cvc: '12' }, 'Enter the 3 digits'],
])('refuses a card with %o', (change, message) => {
  const validForm = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }
  expect(testCardForm.safeParse(validForm).success).toBe(true)
  const { error } = testCardForm.safeParse({ ...validForm, ...change })
  expect(error?.issues[0]?.message).toEqual(
    typeof message === 'string' ? message : expect.stringMatching(message),
  )
})
