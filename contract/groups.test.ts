import { describe, expect, test } from 'vitest'
import { isSubscribed, isUsableSlug, RESERVED_SLUGS } from './groups.ts'
import { SCREENS } from './screens.ts'

describe('slugs no group may have', () => {
  test.each([
    ...['login', 'admin', 'create', 'join', 'api', 'www', 'app'],
    ...['dashboard', 'create-group', 'members', 'profile', 'super-admin-login', 'super-admin'],
    ...['purchase', 'subscribe', 'welcome', 'assets', 'healthz', 'readyz', 'invite', 'outbox'],
    ...['ab', 'x'.repeat(31), '-abc', 'abc-', 'ABC', 'a_c', 'a c', 'ä-b-c', ''],
  ])('%j', (slug) => {
    expect(isUsableSlug(slug)).toBe(false)
  })

  test('every first segment of a screen is reserved', () => {
    for (const path of Object.values(SCREENS)) {
      const [, first = ''] = path.split('/')
      if (first !== '' && !first.startsWith(':')) expect(RESERVED_SLUGS.has(first)).toBe(true)
    }
  })
})

test.each(['abc', 'x'.repeat(30), 'a-b', 'saturday-4some', '123'])('%j may be used', (slug) => {
  expect(isUsableSlug(slug)).toBe(true)
})

test.each([
  ['without an end', null, null, true],
  ['a millisecond before its end', '2026-06-01T00:00:00.001Z', null, true],
  ['at its end', '2026-06-01T00:00:00Z', null, false],
  ['paid, past its trial', '2026-05-01T00:00:00Z', 'active', true],
  ['cancelled, past its end', '2026-05-01T00:00:00Z', 'cancelled', false],
])('a group %s', (_what, expiryDate, subscriptionStatus, may) => {
  const now = new Date('2026-06-01T00:00:00Z')
  expect(isSubscribed({ expiryDate, subscriptionStatus }, now)).toBe(may)
})
