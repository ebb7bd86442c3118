import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { ForecastsUnavailable } from '../providers/forecasts/forecasts.ts'

/** The stored state of a key: the last answer, and when a later request failed, if it did. */
export interface Kept<A> {
  readonly found: { readonly answer: A; readonly at: Date } | undefined
  readonly failedAt: Date | undefined
}

/** Storage for answers, shared by all nodes. */
export interface Keeper<K, A> {
  read(key: K): Promise<Kept<A>>
  keep(key: K, answer: A, now: Date): Promise<void>
  keepFailure(key: K, now: Date): Promise<void>
}

interface KeepingRules<A> {
  /** How long the provider is not asked again, in milliseconds. */
  readonly freshFor: (answer: A) => number
  /** How long an old answer may be used, in milliseconds. */
  readonly usableFor: number
}

/** How long, in milliseconds, no node repeats a failed request. A list of cards would repeat it. */
export const REST_AFTER_FAILURE = 30_000

/** How long a caller waits for a new answer when there is an old one, in milliseconds. */
const PATIENCE_WITH_OLD_ANSWER = 1_500

export interface KeptAnswersOptions<K, A> extends KeepingRules<A> {
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  readonly keeper: Keeper<K, A>
  readonly ask: (key: K) => Promise<A>
  readonly nameOf: (key: K) => string
}

/**
 * Asks the provider as rarely as possible: stores answers, shares one request among concurrent callers, and
 * uses an old answer when the provider fails.
 * @returns a function that throws ForecastsUnavailable when there is neither a new answer nor a usable old
 * one
 */
export function keptAnswers<K, A>(options: KeptAnswersOptions<K, A>): (key: K) => Promise<A> {
  const { clock, log, keeper, ask, nameOf, freshFor, usableFor } = options
  const underway = new Map<string, Promise<A>>()

  async function askAndKeep(key: K): Promise<A> {
    let answer: A
    try {
      answer = await ask(key)
    } catch (error) {
      if (error instanceof ForecastsUnavailable && error.reason !== 'paused') {
        log.warn({ reason: error.reason, detail: error.message }, 'Could not fetch a forecast')
        await keeper.keepFailure(key, clock.now()).catch(noteLost)
      }
      throw error
    }
    await keeper.keep(key, answer, clock.now()).catch(noteLost)
    return answer
  }

  /** An answer that cannot be stored can still be returned. */
  function noteLost(error: unknown): void {
    log.error({ err: error }, 'Could not store a forecast')
  }

  async function answerFor(key: K, done: () => void): Promise<A> {
    let asking: Promise<A> | undefined
    try {
      const { found, failedAt } = await keeper.read(key)
      const now = clock.now().getTime()
      const age = found === undefined ? Number.POSITIVE_INFINITY : now - found.at.getTime()
      if (found !== undefined && age < freshFor(found.answer)) return found.answer
      const old = age < usableFor ? found : undefined
      if (failedAt !== undefined && now - failedAt.getTime() < REST_AFTER_FAILURE) {
        if (old !== undefined) return old.answer
        throw new ForecastsUnavailable('paused', `${nameOf(key)} failed a moment ago`)
      }
      asking = askAndKeep(key)
      if (old === undefined) return await asking
      return await within(PATIENCE_WITH_OLD_ANSWER, asking, old.answer)
    } finally {
      // The request continues after an old answer was returned. Callers in the meantime share it.
      if (asking === undefined) done()
      else asking.then(done, done)
    }
  }

  return (key) => {
    const name = nameOf(key)
    const known = underway.get(name)
    if (known !== undefined) return known
    const answer = answerFor(key, () => underway.delete(name))
    underway.set(name, answer)
    return answer
  }
}

/** Returns the answer, or `otherwise` if it fails or takes longer than `ms`. */
async function within<A>(ms: number, answer: Promise<A>, otherwise: A): Promise<A> {
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
