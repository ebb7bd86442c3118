import { describe, expect, test } from 'vitest'
import { isSubscribed, isUsableSlug, RESERVED_SLUGS } from './groups.ts'
import { SCREENS } from './screens.ts'

describe('reserved slugs', () => {
  test.each([
    ...['login', 'admin', 'create', 'join', 'api', 'www', 'app'],
    ...['dashboard', 'create-group', 'members', 'profile', 'super-admin-login', 'super-admin'],
    ...['purchase', 'subscribe', 'welcome', 'assets', 'healthz', 'readyz', 'invite', 'outbox'],
    ...['privacy', 'terms', 'contact'],
    ...['ab', 'x'.repeat(31), '-abc', 'abc-', 'ABC', 'a_c', 'a c', 'ä-b-c', ''],
  ])('rejects %j', (slug) => {
    expect(isUsableSlug(slug)).toBe(false)
  })

  test('reserves the first segment of every screen path', () => {
    for (const path of Object.values(SCREENS)) {
      const [, first = ''] = path.split('/')
      if (first !== '' && !first.startsWith(':')) expect(RESERVED_SLUGS.has(first)).toBe(true)
    }
  })
})

test.each(['abc', 'x'.repeat(30), 'a-b', 'saturday-4some', '123'])('allows the slug %j', (slug) => {
  expect(isUsableSlug(slug)).toBe(true)
})

test.each([
  ['without an expiry date', null, false, true],
  ['a millisecond before its expiry', '2026-06-01T00:00:00.001Z', false, true],
  ['at its expiry', '2026-06-01T00:00:00Z', false, false],
  ['with a renewal almost a week late', '2026-05-25T00:00:00.001Z', true, true],
  ['with a renewal a full week late', '2026-05-25T00:00:00Z', true, false],
])('decides whether a group is subscribed: %s', (_what, expiryDate, renews, may) => {
  const now = new Date('2026-06-01T00:00:00Z')
  expect(isSubscribed({ expiryDate, renews }, now)).toBe(may)
})
