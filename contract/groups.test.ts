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
  ['without an end', null, false, true],
  ['a millisecond before its end', '2026-06-01T00:00:00.001Z', false, true],
  ['at its end', '2026-06-01T00:00:00Z', false, false],
  ['whose renewal is late by almost a week', '2026-05-25T00:00:00.001Z', true, true],
  ['whose renewal has not come for a week', '2026-05-25T00:00:00Z', true, false],
])('a group %s', (_what, expiryDate, renews, may) => {
  const now = new Date('2026-06-01T00:00:00Z')
  expect(isSubscribed({ expiryDate, renews }, now)).toBe(may)
})
