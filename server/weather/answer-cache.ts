import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { ForecastsUnavailable } from '../providers/forecasts/forecasts.ts'

export interface CachedAnswer<A> {
  readonly found: { readonly answer: A; readonly at: Date } | undefined
  /** When the last request failed; null if it succeeded. */
  readonly failedAt: Date | null
}

/** Shared by all nodes. */
export interface CacheStore<K, A> {
  read(key: K): Promise<CachedAnswer<A>>
  /** Saves an answer, or that a request failed. A failure leaves the last answer in place. */
  save(key: K, result: RequestResult<A>): Promise<unknown>
}

type RequestResult<A> = { answer: A; foundAt: Date; failedAt: null } | { failedAt: Date }

/** How long all nodes wait before they repeat a failed request. */
export const PAUSE_AFTER_FAILURE_MS = 30_000

const MAX_WAIT_WITH_OLD_ANSWER_MS = 1_500

interface AnswerCacheOptions<K, A> {
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  readonly store: CacheStore<K, A>
  readonly ask: (key: K) => Promise<A>
  readonly nameOf: (key: K) => string
  /** For how many milliseconds an answer is used without calling the provider again. */
  readonly freshFor: (answer: A) => number
  /** For how many milliseconds an answer can be used if the provider fails or is slow. */
  readonly usableFor: number
}

/**
 * Creates a function that calls the provider as rarely as possible. Concurrent callers share a request. If
 * the provider fails or is slow, the function returns an old answer. Without an old answer, it waits for the
 * provider, and throws ForecastsUnavailable if the provider fails.
 */
export function answerCache<K, A>(options: AnswerCacheOptions<K, A>): (key: K) => Promise<A> {
  const { clock, log, store, ask, nameOf, freshFor, usableFor } = options
  const inFlight = new Map<string, Promise<A>>()

  async function fetchAndCache(key: K): Promise<A> {
    try {
      const answer = await ask(key)
      await save(key, { answer, foundAt: clock.now(), failedAt: null })
      return answer
    } catch (error) {
      if (error instanceof ForecastsUnavailable && error.reason !== 'paused') {
        log.warn({ reason: error.reason, detail: error.message }, 'Could not fetch a forecast')
        await save(key, { failedAt: clock.now() })
      }
      throw error
    }
  }

  async function save(key: K, result: RequestResult<A>): Promise<void> {
    await store.save(key, result).catch((error: unknown) => {
      log.error({ err: error }, 'Could not store a forecast')
    })
  }

  async function answerFor(key: K, onDone: () => void): Promise<A> {
    let request: Promise<A> | undefined
    try {
      const { found, failedAt } = await store.read(key)
      const now = clock.now().getTime()
      const age = found === undefined ? Number.POSITIVE_INFINITY : now - found.at.getTime()
      if (found !== undefined && age < freshFor(found.answer)) return found.answer
      const old = age < usableFor ? found : undefined
      if (failedAt !== null && now - failedAt.getTime() < PAUSE_AFTER_FAILURE_MS) {
        if (old !== undefined) return old.answer
        throw new ForecastsUnavailable('paused', `${nameOf(key)} failed a moment ago`)
      }
      request = fetchAndCache(key)
      if (old === undefined) return await request
      return await waitAtMost(MAX_WAIT_WITH_OLD_ANSWER_MS, request).catch(() => old.answer)
    } finally {
      // When an old answer is returned, the request continues. Until it ends, callers get the same answer.
      if (request === undefined) onDone()
      else request.then(onDone, onDone)
    }
  }

  return (key) => {
    const name = nameOf(key)
    const pendingAnswer = inFlight.get(name)
    if (pendingAnswer !== undefined) return pendingAnswer
    const answer = answerFor(key, () => inFlight.delete(name))
    inFlight.set(name, answer)
    return answer
  }
}

/** A request that takes longer continues, so its answer can still be stored. @throws ForecastsUnavailable */
export async function waitAtMost<A>(ms: number, answer: Promise<A>): Promise<A> {
  const timeout = Promise.withResolvers<never>()
  const timeoutError = new ForecastsUnavailable('timeout', 'The forecast took too long')
  const timer = setTimeout(() => timeout.reject(timeoutError), ms)
  return Promise.race([answer, timeout.promise]).finally(() => clearTimeout(timer))
}
