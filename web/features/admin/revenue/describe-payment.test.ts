import { expect, test } from 'vitest'
import { showMoney } from './describe-payment.ts'

test.each([
  [3_995, 'usd', '$39.95'],
  [0, 'usd', '$0.00'],
  [123_456_789, 'usd', '$1,234,567.89'],
  [3_995, 'cad', 'CA$39.95'],
  [3_995, 'jpy', '¥3,995'],
])('%i in %s reads %s', (amount, currency, text) => {
  expect(showMoney(amount, currency)).toBe(text)
})
