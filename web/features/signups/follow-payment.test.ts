import { expect, test } from 'vitest'
import { paymentPage } from './follow-payment.ts'

const HERE = 'http://127.0.0.1:5000'

test.each([
  ['https://checkout.stripe.com/c/pay/x', 'https://checkout.stripe.com/c/pay/x'],
  ['/pay/sandbox?x=1', 'http://127.0.0.1:5000/pay/sandbox?x=1'],
  ['http://127.0.0.1:5000/pay', 'http://127.0.0.1:5000/pay'],
])('%s is followed', (given, followed) => {
  expect(paymentPage(given, HERE)).toBe(followed)
})

test.each([
  undefined,
  'http://evil.example/pay',
  '//evil.example/pay',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
])('%s is not', (given) => {
  expect(paymentPage(given, HERE)).toBeUndefined()
})
