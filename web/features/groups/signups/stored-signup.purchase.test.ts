import { expect, test } from 'vitest'
import { parseStoredPurchase } from './stored-signup.ts'

const ORIGIN = 'http://127.0.0.1:5000'
const KEPT = {
  groupName: 'Sunrise Walkers',
  email: 'robin@club.example',
  payAt: 'https://checkout.stripe.com/c/pay/x',
  isPaid: false,
}

test('reads a stored purchase', () => {
  expect(parseStoredPurchase(KEPT, ORIGIN)).toEqual(KEPT)
  expect(parseStoredPurchase({ ...KEPT, isPaid: true }, ORIGIN)?.isPaid).toBe(true)
})

test.each([
  null,
  'text',
  {},
  { ...KEPT, email: 7 },
  { ...KEPT, payAt: 'javascript:alert(1)' },
  { ...KEPT, payAt: 'http://evil.example/pay' },
])('rejects %j as a purchase', (stored) => {
  expect(parseStoredPurchase(stored, ORIGIN)).toBeUndefined()
})
