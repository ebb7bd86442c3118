import { afterEach, expect, test, vi } from 'vitest'
import { checkSlug, listGolferGroups, listMyGroups, readGroup } from '../../contract/groups.ts'
import { listMyInvitations } from '../../contract/invitations.ts'
import { listMembersBySlug } from '../../contract/members.ts'
import { readCurrentUser } from '../../contract/sessions.ts'
import { listMyTeeTimes, listTeeTimes } from '../../contract/tee-times.ts'
import { addressOf } from './api-client.ts'
import { dropEarlyReads, firstReads, startEarlyReads, takeEarlyRead } from './early-reads.ts'

const input = { params: { slug: 'saturday-golf' } }
const check = addressOf(checkSlug, input)
const group = addressOf(readGroup, input)
const user = addressOf(readCurrentUser, {})

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/', [addressOf(listGolferGroups, {}), user]],
  [
    '/dashboard',
    [
      user,
      addressOf(listMyGroups, {}),
      addressOf(listMyTeeTimes, {}),
      addressOf(listMyInvitations, {}),
    ],
  ],
  ['/saturday-golf', [check, user, group, addressOf(listTeeTimes, input)]],
  ['/saturday-golf/', [check, user, group, addressOf(listTeeTimes, input)]],
  ['/saturday-golf/members', [check, user, group, addressOf(listMembersBySlug, input)]],
  ['/saturday-golf/profile', [check, user, group]],
  ['/saturday-golf/subscribe', []],
  ['/Saturday-Golf', []],
  ['/saturday_golf', []],
  ['/ab', []],
  ['/login', []],
  ['/outbox', []],
  ['/super-admin/messages', []],
])('reads early for %s what its screen needs first', (path, addresses) => {
  expect(firstReads(path)).toEqual(addresses)
})

test('returns each response once, and only to the session that requested it', async () => {
  const answer = new Response('{}')
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => answer)
  vi.stubGlobal('fetch', fetch)
  startEarlyReads('abc', ['/api/a', '/api/b'])
  expect(fetch.mock.calls.map(([address]) => address)).toEqual(['/api/a', '/api/b'])
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({
    headers: { Authorization: 'Bearer abc' },
    credentials: 'include',
  })
  expect(takeEarlyRead('/api/a', null)).toBeUndefined()
  expect(takeEarlyRead('/api/a', 'xyz')).toBeUndefined()
  expect(await takeEarlyRead('/api/a', 'abc')).toBe(answer)
  expect(takeEarlyRead('/api/a', 'abc')).toBeUndefined()
  dropEarlyReads()
  expect(takeEarlyRead('/api/b', 'abc')).toBeUndefined()
})

test('drops a read that got no response, so that it is retried', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  startEarlyReads('abc', ['/api/a'])
  await Promise.resolve()
  await Promise.resolve()
  expect(takeEarlyRead('/api/a', 'abc')).toBeUndefined()
})
