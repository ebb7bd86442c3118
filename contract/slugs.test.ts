import { describe, expect, test } from 'vitest'
import { groupSlug } from './groups.ts'
import { SCREENS } from './screens.ts'
import { isUsableSlug, RESERVED_SLUGS } from './slugs.ts'

describe('reserved slugs', () => {
  test.each([
    ...['login', 'admin', 'create', 'join', 'api', 'www', 'app'],
    ...['dashboard', 'create-group', 'members', 'profile', 'super-admin-login', 'super-admin'],
    ...['purchase', 'subscribe', 'welcome', 'assets', 'healthz', 'readyz', 'invite', 'outbox'],
    ...['privacy', 'terms', 'contact'],
    ...['ab', 'x'.repeat(31), '-abc', 'abc-', 'ABC', 'a_c', 'a c', 'ä-b-c', ''],
  ])('rejects %j', (slug) => {
    expect(isUsableSlug(slug)).toBe(false)
    expect(groupSlug.safeParse(slug).success).toBe(false)
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
  expect(groupSlug.safeParse(slug).success).toBe(true)
})
