import { expect, test, vi } from 'vitest'
import { findStoredPurchase } from './stored-signup.ts'

const ORIGIN = 'http://127.0.0.1:5000'
const STORED = {
  groupName: 'Sunrise Walkers',
  email: 'robin@club.example',
  payAt: 'https://checkout.stripe.com/c/pay/x',
  isPaid: false,
}

function findIn(stored: unknown) {
  vi.stubGlobal('window', { location: { origin: ORIGIN } })
  vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(stored) })
  return findStoredPurchase()
}

test('reads a stored purchase', () => {
  expect(findIn(STORED)).toEqual(STORED)
  expect(findIn({ ...STORED, isPaid: true })?.isPaid).toBe(true)
})

test.each([
  null,
  'text',
  {},
  { ...STORED, email: 7 },
  { ...STORED, payAt: 'javascript:alert(1)' },
  { ...STORED, payAt: 'http://evil.example/pay' },
])('rejects %j as a purchase', (stored) => {
  expect(findIn(stored)).toBeUndefined()
})
