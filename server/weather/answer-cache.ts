import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { ForecastsUnavailable } from '../providers/forecasts/forecasts.ts'

/** The stored entry of a key: the last answer, and the time of the last failure if it came later. */
export interface CachedAnswer<A> {
  readonly found: { readonly answer: A; readonly at: Date } | undefined
  readonly failedAt: Date | undefined
}

/** Storage for answers, shared by all nodes. */
export interface CacheStore<K, A> {
  read(key: K): Promise<CachedAnswer<A>>
  save(key: K, answer: A, now: Date): Promise<void>
  saveFailure(key: K, now: Date): Promise<void>
}

interface CacheRules<A> {
  /** How long an answer is used without asking the provider again, in milliseconds. */
  readonly freshFor: (answer: A) => number
  /** How long an answer may be used if the provider fails or is slow, in milliseconds. */
  readonly usableFor: number
}

/** How long all nodes wait before they repeat a failed request, in milliseconds. */
export const PAUSE_AFTER_FAILURE_MS = 30_000

/** How long a caller waits for a new answer when there is an old one, in milliseconds. */
const MAX_WAIT_WITH_OLD_ANSWER_MS = 1_500

export interface AnswerCacheOptions<K, A> extends CacheRules<A> {
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  readonly store: CacheStore<K, A>
  readonly ask: (key: K) => Promise<A>
  readonly nameOf: (key: K) => string
}

/**
 * Asks the provider as rarely as possible: stores answers, shares one request among concurrent callers, and
 * uses an old answer when the provider fails.
 * @returns a function that throws ForecastsUnavailable when there is neither a new answer nor a usable old
 * one
 */
export function answerCache<K, A>(options: AnswerCacheOptions<K, A>): (key: K) => Promise<A> {
  const { clock, log, store, ask, nameOf, freshFor, usableFor } = options
  const inFlight = new Map<string, Promise<A>>()

  async function fetchAndCache(key: K): Promise<A> {
    let answer: A
    try {
      answer = await ask(key)
    } catch (error) {
      if (error instanceof ForecastsUnavailable && error.reason !== 'paused') {
        log.warn({ reason: error.reason, detail: error.message }, 'Could not fetch a forecast')
        await store.saveFailure(key, clock.now()).catch(noteLost)
      }
      throw error
    }
    await store.save(key, answer, clock.now()).catch(noteLost)
    return answer
  }

  /** Logs that an answer could not be stored. It is still returned. */
  function noteLost(error: unknown): void {
    log.error({ err: error }, 'Could not store a forecast')
  }

  async function answerFor(key: K, done: () => void): Promise<A> {
    let request: Promise<A> | undefined
    try {
      const { found, failedAt } = await store.read(key)
      const now = clock.now().getTime()
      const age = found === undefined ? Number.POSITIVE_INFINITY : now - found.at.getTime()
      if (found !== undefined && age < freshFor(found.answer)) return found.answer
      const old = age < usableFor ? found : undefined
      if (failedAt !== undefined && now - failedAt.getTime() < PAUSE_AFTER_FAILURE_MS) {
        if (old !== undefined) return old.answer
        throw new ForecastsUnavailable('paused', `${nameOf(key)} failed a moment ago`)
      }
      request = fetchAndCache(key)
      if (old === undefined) return await request
      return await answerWithin(MAX_WAIT_WITH_OLD_ANSWER_MS, request, old.answer)
    } finally {
      // The request continues after an old answer was returned. Callers in the meantime share it.
      if (request === undefined) done()
      else request.then(done, done)
    }
  }

  return (key) => {
    const name = nameOf(key)
    const known = inFlight.get(name)
    if (known !== undefined) return known
    const answer = answerFor(key, () => inFlight.delete(name))
    inFlight.set(name, answer)
    return answer
  }
}

/** Returns the answer, or `otherwise` if it fails or takes longer than `ms`. */
async function answerWithin<A>(ms: number, answer: Promise<A>, otherwise: A): Promise<A> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<A>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms)
  })
  try {
    return await Promise.race([answer.catch(() => otherwise), late])
  } finally {
    clearTimeout(timer)
  }
}
