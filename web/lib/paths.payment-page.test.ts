import { expect, test } from 'vitest'
import { moveToOrigin, safePaymentUrl } from './paths.ts'

const ORIGIN = 'http://127.0.0.1:5000'

test.each([
  ['https://checkout.stripe.com/c/pay/x', 'https://checkout.stripe.com/c/pay/x'],
  ['/pay/sandbox?x=1', 'http://127.0.0.1:5000/pay/sandbox?x=1'],
  ['http://127.0.0.1:5000/pay', 'http://127.0.0.1:5000/pay'],
  ['http://localhost:5000/sandbox/checkout/x', 'http://127.0.0.1:5000/sandbox/checkout/x'],
])('follows %s', (given, followed) => {
  expect(safePaymentUrl(given, ORIGIN)).toBe(followed)
})

test.each([
  undefined,
  'http://evil.example/pay',
  'ftp://evil.example/sandbox/checkout/x',
  '//evil.example/pay',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
])('does not follow %s', (given) => {
  expect(safePaymentUrl(given, ORIGIN)).toBeUndefined()
})

test.each([
  ['http://localhost:5000/purchase?payment=success', `${ORIGIN}/purchase?payment=success`],
  ['https://evil.example//evil.example/x#y', `${ORIGIN}//evil.example/x#y`],
  ['/golf/profile', `${ORIGIN}/golf/profile`],
  ['javascript:alert(1)', undefined],
  [undefined, undefined],
])('turns %s into %s', (given, expected) => {
  expect(moveToOrigin(given, ORIGIN)).toBe(expected)
})
