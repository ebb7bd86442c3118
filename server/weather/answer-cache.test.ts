import { expect, test } from 'vitest'
import { ForecastsUnavailable } from '../providers/forecasts/forecasts.ts'
import { answerCache, type CachedAnswer, PAUSE_AFTER_FAILURE_MS } from './answer-cache.ts'

const HOUR = 3_600_000

/**
 * Sets up a provider that answers when the test says so, a store that the test can inspect, and a clock that
 * the test moves.
 */
function createScene() {
  let now = 0
  const store = new Map<string, CachedAnswer<string>>()
  const logged: string[] = []
  const requests: { key: string; answer: (text: string) => void; fail: (error: Error) => void }[] =
    []
  const scene = {
    store,
    logged,
    requests,
    storeFails: false,
    moveClockBy: (ms: number) => {
      now += ms
    },
    get: answerCache<string, string>({
      clock: { now: () => new Date(now) },
      log: {
        error: (_: unknown, text?: string) => logged.push(text ?? ''),
        warn: (_: unknown, text?: string) => logged.push(text ?? ''),
      },
      store: {
        read: async (key) => store.get(key) ?? { found: undefined, failedAt: null },
        async save(key, result) {
          if (scene.storeFails) throw new Error('disk full')
          const found =
            'answer' in result
              ? { answer: result.answer, at: result.foundAt }
              : store.get(key)?.found
          store.set(key, { found, failedAt: result.failedAt })
        },
      },
      ask: (key) =>
        new Promise((answer, fail) => {
          requests.push({ key, answer, fail })
        }),
      nameOf: (key) => key,
      freshFor: (answer) => (answer === 'nothing' ? HOUR / 2 : HOUR),
      usableFor: 6 * HOUR,
    }),
    /** Waits for the `nth` request to the provider, then resolves or rejects it. */
    async finish(nth: number, outcome: string | Error) {
      await expect.poll(() => requests.length).toBe(nth)
      const request = requests[nth - 1]
      if (outcome instanceof Error) request?.fail(outcome)
      else request?.answer(outcome)
    },
  }
  return scene
}

const providerError = new ForecastsUnavailable('failing', 'broken')

test('returns a fresh answer without a request, and sends a new request when it is old', async () => {
  const { get, finish, moveClockBy, requests } = createScene()
  const first = get('a')
  await finish(1, 'one')
  expect(await first).toBe('one')
  moveClockBy(HOUR - 1)
  expect(await get('a')).toBe('one')
  expect(requests).toHaveLength(1)
  moveClockBy(1)
  const second = get('a')
  await finish(2, 'two')
  expect(await second).toBe('two')
})

test('uses the time that `freshFor` returns for the answer', async () => {
  const { get, finish, moveClockBy } = createScene()
  const first = get('a')
  await finish(1, 'nothing')
  await first
  moveClockBy(HOUR / 2)
  const second = get('a')
  await finish(2, 'something')
  expect(await second).toBe('something')
})

test('shares one request among simultaneous callers with the same key, but not among keys', async () => {
  const { get, finish, requests } = createScene()
  const all = [get('a'), get('a'), get('a')]
  await finish(1, 'one')
  expect(await Promise.all(all)).toEqual(['one', 'one', 'one'])
  const other = get('b')
  await finish(2, 'two')
  expect(await other).toBe('two')
  expect(requests.map(({ key }) => key)).toEqual(['a', 'b'])
})

test('shares a failure too, logs it once and pauses for a while', async () => {
  const { get, finish, moveClockBy, requests, logged } = createScene()
  const both = Promise.allSettled([get('a'), get('a')])
  await finish(1, providerError)
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(logged).toEqual(['Could not fetch a forecast'])
  moveClockBy(PAUSE_AFTER_FAILURE_MS - 1)
  await expect(get('a')).rejects.toMatchObject({ reason: 'paused' })
  expect(requests).toHaveLength(1)
  moveClockBy(1)
  const again = get('a')
  await finish(2, 'one')
  expect(await again).toBe('one')
})

test('stores nothing when no request was sent', async () => {
  const { get, finish, store } = createScene()
  const first = get('a').catch((error: unknown) => error)
  await finish(1, new ForecastsUnavailable('paused', 'breaker'))
  await first
  expect(store.size).toBe(0)
})

test('returns an old answer when a request fails, until it is too old', async () => {
  const { get, finish, moveClockBy, requests } = createScene()
  const first = get('a')
  await finish(1, 'one')
  await first
  moveClockBy(2 * HOUR)
  const second = get('a')
  await finish(2, providerError)
  expect(await second).toBe('one')
  expect(await get('a'), 'during the pause after the failure').toBe('one')
  expect(requests).toHaveLength(2)
  moveClockBy(4 * HOUR)
  const third = get('a').catch((error: unknown) => error)
  await finish(3, providerError)
  expect(await third).toBe(providerError)
})

test('returns an old answer while a new one is slow, and then stores the new one', async () => {
  const { get, finish, moveClockBy, requests } = createScene()
  const first = get('a')
  await finish(1, 'one')
  await first
  moveClockBy(2 * HOUR)
  expect(await get('a')).toBe('one')
  expect(await get('a'), 'shares the pending request').toBe('one')
  expect(requests).toHaveLength(2)
  await finish(2, 'two')
  await expect.poll(() => get('a')).toBe('two')
  expect(requests).toHaveLength(2)
})

test('returns an answer even if it cannot be stored', async () => {
  const scene = createScene()
  scene.storeFails = true
  const first = scene.get('a')
  await scene.finish(1, 'one')
  expect(await first).toBe('one')
  expect(scene.logged).toEqual(['Could not store a forecast'])
})
