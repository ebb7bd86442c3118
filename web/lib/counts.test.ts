import { expect, test } from 'vitest'
import { formatMoney, plural } from './counts.ts'

test.each([
  [0, '0 days'],
  [1, '1 day'],
  [1234, '1,234 days'],
])('formats %i with its noun', (count, words) => {
  expect(plural(count, 'day')).toBe(words)
})

test('uses a plural that does not end in s', () => {
  expect(plural(2, 'entry', 'entries')).toBe('2 entries')
})

test.each([
  [3_995, 'usd', '$39.95'],
  [0, 'usd', '$0.00'],
  [123_456_789, 'usd', '$1,234,567.89'],
  [3_995, 'cad', 'CA$39.95'],
  [3_995, 'jpy', '¥3,995'],
])('formats %i in %s as %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text)
})

test('shows an amount in the currency of the price', () => {
  expect(formatMoney(3_995)).toBe('$39.95')
})
