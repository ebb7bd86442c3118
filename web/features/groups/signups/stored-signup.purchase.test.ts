import { expect, test } from 'vitest'
import { parseStoredPurchase } from './stored-signup.ts'

const ORIGIN = 'http://127.0.0.1:5000'
const STORED = {
  groupName: 'Sunrise Walkers',
  email: 'robin@club.example',
  payAt: 'https://checkout.stripe.com/c/pay/x',
  isPaid: false,
}

test('reads a stored purchase', () => {
  expect(parseStoredPurchase(STORED, ORIGIN)).toEqual(STORED)
  expect(parseStoredPurchase({ ...STORED, isPaid: true }, ORIGIN)?.isPaid).toBe(true)
})

test.each([
  null,
  'text',
  {},
  { ...STORED, email: 7 },
  { ...STORED, payAt: 'javascript:alert(1)' },
  { ...STORED, payAt: 'http://evil.example/pay' },
])('rejects %j as a purchase', (stored) => {
  expect(parseStoredPurchase(stored, ORIGIN)).toBeUndefined()
})
