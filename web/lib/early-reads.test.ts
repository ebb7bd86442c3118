import { getMany } from 'idb-keyval'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { checkSlug, listGolferGroups, listMyGroups, readGroup } from '../../contract/groups.ts'
import { listMyInvitations } from '../../contract/invitations.ts'
import { listMembersBySlug } from '../../contract/members.ts'
import { readCurrentUser } from '../../contract/sessions.ts'
import { listMyTeeTimes, listTeeTimes } from '../../contract/tee-times.ts'
import { addressOf } from './api-client.ts'

vi.mock('idb-keyval', () => ({ createStore: vi.fn(), getMany: vi.fn() }))
// Other test files in this worker use these modules without the mock, so reset them before and after.
vi.resetModules()
afterAll(() => vi.resetModules())
const { dropEarlyReads, firstReads, releaseEarlyReads, startEarlyReads, takeEarlyRead } =
  await import('./early-reads.ts')

const input = { params: { slug: 'saturday-golf' } }
const checkAddress = addressOf(checkSlug, input)
const groupAddress = addressOf(readGroup, input)
const userAddress = addressOf(readCurrentUser, {})

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/', [addressOf(listGolferGroups, {}), userAddress]],
  [
    '/dashboard',
    [
      userAddress,
      addressOf(listMyGroups, {}),
      addressOf(listMyTeeTimes, {}),
      addressOf(listMyInvitations, {}),
    ],
  ],
  ['/saturday-golf', [checkAddress, userAddress, groupAddress, addressOf(listTeeTimes, input)]],
  ['/saturday-golf/', [checkAddress, userAddress, groupAddress, addressOf(listTeeTimes, input)]],
  [
    '/saturday-golf/members',
    [checkAddress, userAddress, groupAddress, addressOf(listMembersBySlug, input)],
  ],
  ['/saturday-golf/profile', [checkAddress, userAddress, groupAddress]],
  ['/saturday-golf/subscribe', []],
  ['/Saturday-Golf', []],
  ['/saturday_golf', []],
  ['/ab', []],
  ['/login', []],
  ['/outbox', []],
  ['/super-admin/messages', []],
])('requests early what the screen at %s needs first', (path, addresses) => {
  expect(firstReads(path)).toEqual(addresses)
})

test('returns each response once, and only to the session that requested it', async () => {
  const answer = new Response('{}')
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => answer)
  vi.stubGlobal('fetch', fetch)
  startEarlyReads('abc', ['/api/a', '/api/b'], false)
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

describe('if the screen first shows stored responses', () => {
  const fetch = vi.fn(async (_address: string) => new Response('{}'))
  const recentResponse = { session: 'abc', at: Date.now(), answer: {} }
  /** Starts two early reads on a phone with these stored responses. Waits until the phone has read them. */
  async function startWithStored(...stored: unknown[]) {
    fetch.mockClear()
    vi.stubGlobal('fetch', fetch)
    vi.stubGlobal('localStorage', { getItem: () => '1' })
    vi.mocked(getMany).mockResolvedValue(stored)
    startEarlyReads('abc', ['/api/a', '/api/b'], true)
    await new Promise((resolve) => setTimeout(resolve))
  }

  test.each([
    ['from another session', { ...recentResponse, session: 'xyz' }],
    ['more than a day old', { ...recentResponse, at: Date.now() - 25 * 3_600_000 }],
    ['missing', undefined],
  ])('sends the requests at once if one is %s', async (_what, stored) => {
    await startWithStored(recentResponse, stored)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('sends the requests after the first paint if all are stored', async () => {
    vi.stubGlobal('document', { visibilityState: 'visible' })
    const paint = vi.fn()
    vi.stubGlobal('requestAnimationFrame', paint)
    await startWithStored(recentResponse, recentResponse)
    const answer = takeEarlyRead('/api/a', 'abc')
    releaseEarlyReads()
    await new Promise((resolve) => setTimeout(resolve))
    expect(fetch).not.toHaveBeenCalled()
    paint.mock.calls[0]?.[0]()
    expect(await answer).toBeInstanceOf(Response)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('sends the requests of a hidden page, which is not painted', async () => {
    vi.stubGlobal('document', { visibilityState: 'hidden' })
    await startWithStored(recentResponse, recentResponse)
    releaseEarlyReads()
    await new Promise((resolve) => setTimeout(resolve))
    expect(fetch).toHaveBeenCalledTimes(2)
  })
})

test('drops a read that got no response, so that it is retried', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  startEarlyReads('abc', ['/api/a'], false)
  await Promise.resolve()
  await Promise.resolve()
  expect(takeEarlyRead('/api/a', 'abc')).toBeUndefined()
})
