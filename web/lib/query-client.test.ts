import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, NoResponseError } from './api-client.ts'
import {
  clearOfflineStatus,
  oldestContentTime,
  recordConnection,
  staleAddresses,
} from './offline-status.ts'
import {
  endNotifications,
  queryClient,
  readAhead,
  readOrCached,
  refetchOutdated,
} from './query-client.ts'

describe('a response on the screen that cannot be refetched', () => {
  const LIST_ADDRESS = '/api/groups/slug/birdies/tee-times'
  const readAt = Date.parse('2026-05-30T14:12:00Z')
  const failWith = (error: Error) => readOrCached(LIST_ADDRESS, () => Promise.reject(error))
  const cacheList = () => queryClient.setQueryData([LIST_ADDRESS], ['card'], { updatedAt: readAt })

  afterEach(() => {
    clearOfflineStatus()
    queryClient.clear()
  })

  test.each([new ApiError(503, ''), new ApiError(429, ''), new NoResponseError('')])(
    'is as old as its last load, until it is refetched: %s',
    async (error) => {
      cacheList()
      await expect(failWith(error)).rejects.toBe(error)
      expect(oldestContentTime()).toBe(readAt)
      expect(staleAddresses()).toEqual([LIST_ADDRESS])
      await readOrCached(LIST_ADDRESS, () => Promise.resolve(['newer card']))
      expect(oldestContentTime()).toBeUndefined()
    },
  )

  test('counts as current until live events last stopped', async () => {
    cacheList()
    recordConnection(false, readAt + 60_000)
    recordConnection(true, readAt + 90_000)
    await expect(failWith(new ApiError(503, ''))).rejects.toThrow()
    expect(oldestContentTime()).toBe(readAt + 60_000)
  })

  test('has no age if the server refuses it', async () => {
    cacheList()
    await expect(failWith(new ApiError(404, ''))).rejects.toThrow()
    expect(oldestContentTime()).toBeUndefined()
  })
})

test.each([
  ['loads', new NoResponseError(''), 2],
  ['loads', new ApiError(503, ''), 2],
  ['does not load', new ApiError(404, ''), 1],
])('%s a response on the screen again after %s', async (_what, error, readCount) => {
  const read = vi.fn(() => Promise.reject<string[]>(error))
  const observer = new QueryObserver(queryClient, { queryKey: ['/api/rounds'], queryFn: read })
  const unsubscribe = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))
  refetchOutdated()
  expect(read).toHaveBeenCalledTimes(readCount)
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false))
  unsubscribe()
  refetchOutdated()
  expect(read).toHaveBeenCalledTimes(readCount)
  queryClient.clear()
})

test.each([
  [
    'an error response',
    new Response('{}', { status: 503, statusText: 'Service Unavailable' }),
    new ApiError(503, 'Service Unavailable'),
  ],
  [
    'an unreadable response',
    new Response('<h1>Welcome to our Wi-Fi</h1>'),
    new NoResponseError("We can't reach Fourball right now. Try again in a moment."),
  ],
])(
  'reports %s to the request for the current user as a temporary error',
  async (_what, response, error) => {
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('localStorage', { getItem: () => 'session' })
    vi.stubGlobal('fetch', async () => response)
    await readAhead('/api/auth/me')
    const failure = queryClient.getQueryState(['/api/auth/me'])?.error
    expect(failure).toBeInstanceOf(error.constructor)
    expect(failure?.message).toBe(error.message)
    queryClient.clear()
  },
)

test('closes shown notifications and ends the push subscription', async () => {
  const [close, unsubscribe] = [vi.fn(), vi.fn(async () => true)]
  const getRegistration = async () => ({
    getNotifications: async () => [{ close }, { close }],
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } })
  await endNotifications()
  expect(close).toHaveBeenCalledTimes(2)
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test.each([
  ['no service workers', {}],
  ['no worker for the app', { serviceWorker: { getRegistration: async () => undefined } }],
  ['no push support', { serviceWorker: { getRegistration: async () => ({}) } }],
  [
    'no subscription',
    {
      serviceWorker: {
        getRegistration: async () => ({ pushManager: { getSubscription: async () => null } }),
      },
    },
  ],
])('does nothing in a browser with %s', async (_what, browser) => {
  vi.stubGlobal('navigator', browser)
  await expect(endNotifications()).resolves.toBeUndefined()
})
