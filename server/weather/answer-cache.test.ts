import { expect, test } from 'vitest'
import { ForecastsUnavailable } from '../providers/forecasts/forecasts.ts'
import { answerCache, type CachedAnswer, PAUSE_AFTER_FAILURE_MS } from './answer-cache.ts'

const HOUR = 3_600_000

/**
 * Sets up a provider that answers when the test says so, a store that the test can inspect, and a clock that
 * the test moves.
 */
function scene() {
  let now = 0
  const store = new Map<string, CachedAnswer<string>>()
  const logged: string[] = []
  const asked: { key: string; answer: (text: string) => void; fail: (error: Error) => void }[] = []
  const scene = {
    store,
    logged,
    asked,
    storeFails: false,
    later: (ms: number) => {
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
          asked.push({ key, answer, fail })
        }),
      nameOf: (key) => key,
      freshFor: (answer) => (answer === 'nothing' ? HOUR / 2 : HOUR),
      usableFor: 6 * HOUR,
    }),
    /** Waits until the provider has received `nth` requests, then resolves or rejects the last one. */
    async end(nth: number, how: string | Error) {
      await expect.poll(() => asked.length).toBe(nth)
      const question = asked[nth - 1]
      if (how instanceof Error) question?.fail(how)
      else question?.answer(how)
    },
  }
  return scene
}

const broken = new ForecastsUnavailable('failing', 'broken')

test('returns a fresh answer without a request, and sends a new request when it is old', async () => {
  const { get, end, later, asked } = scene()
  const first = get('a')
  await end(1, 'one')
  expect(await first).toBe('one')
  later(HOUR - 1)
  expect(await get('a')).toBe('one')
  expect(asked).toHaveLength(1)
  later(1)
  const second = get('a')
  await end(2, 'two')
  expect(await second).toBe('two')
})

test('uses the time that `freshFor` returns for the answer', async () => {
  const { get, end, later } = scene()
  const first = get('a')
  await end(1, 'nothing')
  await first
  later(HOUR / 2)
  const second = get('a')
  await end(2, 'something')
  expect(await second).toBe('something')
})

test('shares one request among simultaneous callers with the same key, but not among keys', async () => {
  const { get, end, asked } = scene()
  const all = [get('a'), get('a'), get('a')]
  await end(1, 'one')
  expect(await Promise.all(all)).toEqual(['one', 'one', 'one'])
  const other = get('b')
  await end(2, 'two')
  expect(await other).toBe('two')
  expect(asked.map(({ key }) => key)).toEqual(['a', 'b'])
})

test('shares a failure too, logs it once and pauses for a while', async () => {
  const { get, end, later, asked, logged } = scene()
  const both = Promise.allSettled([get('a'), get('a')])
  await end(1, broken)
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(logged).toEqual(['Could not fetch a forecast'])
  later(PAUSE_AFTER_FAILURE_MS - 1)
  await expect(get('a')).rejects.toMatchObject({ reason: 'paused' })
  expect(asked).toHaveLength(1)
  later(1)
  const again = get('a')
  await end(2, 'one')
  expect(await again).toBe('one')
})

test('stores nothing when no request was sent', async () => {
  const { get, end, store } = scene()
  const first = get('a').catch((error: unknown) => error)
  await end(1, new ForecastsUnavailable('paused', 'breaker'))
  await first
  expect(store.size).toBe(0)
})

test('returns an old answer when a request fails, until it is too old', async () => {
  const { get, end, later, asked } = scene()
  const first = get('a')
  await end(1, 'one')
  await first
  later(2 * HOUR)
  const second = get('a')
  await end(2, broken)
  expect(await second).toBe('one')
  expect(await get('a'), 'during the pause after the failure').toBe('one')
  expect(asked).toHaveLength(2)
  later(4 * HOUR)
  const third = get('a').catch((error: unknown) => error)
  await end(3, broken)
  expect(await third).toBe(broken)
})

test('returns an old answer while a new one is slow, and then stores the new one', async () => {
  const { get, end, later, asked } = scene()
  const first = get('a')
  await end(1, 'one')
  await first
  later(2 * HOUR)
  expect(await get('a')).toBe('one')
  expect(await get('a'), 'shares the pending request').toBe('one')
  expect(asked).toHaveLength(2)
  await end(2, 'two')
  await expect.poll(() => get('a')).toBe('two')
  expect(asked).toHaveLength(2)
})

test('returns an answer even if it cannot be stored', async () => {
  const all = scene()
  all.storeFails = true
  const first = all.get('a')
  await all.end(1, 'one')
  expect(await first).toBe('one')
  expect(all.logged).toEqual(['Could not store a forecast'])
})
