import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { ForecastsUnavailable } from '../../providers/forecasts/forecasts.ts'

/** What is known for a key: the last answer, and whether asking for a newer one has failed since. */
export interface Kept<A> {
  readonly found: { readonly answer: A; readonly at: Date } | undefined
  readonly failedAt: Date | undefined
}

/** Where answers are kept for all nodes. */
export interface Keeper<K, A> {
  read(key: K): Promise<Kept<A>>
  keep(key: K, answer: A, now: Date): Promise<void>
  keepFailure(key: K, now: Date): Promise<void>
}

interface KeepingRules<A> {
  /** So long the provider is not asked again. Milliseconds. */
  readonly freshFor: (answer: A) => number
  /** So long an answer is better than none. Milliseconds. */
  readonly usableFor: number
}

/** After a failure the same question rests, on every node: a list of cards must not repeat it. */
export const REST_AFTER_FAILURE = 30_000

/** With an old answer at hand, a person waits only this long for a newer one. */
const PATIENCE_WITH_OLD_ANSWER = 1_500

export interface KeptAnswersOptions<K, A> extends KeepingRules<A> {
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  readonly keeper: Keeper<K, A>
  readonly ask: (key: K) => Promise<A>
  readonly nameOf: (key: K) => string
}

/**
 * Asks the provider as seldom as possible: fresh answers are given from the store, callers that want
 * the same at once share one question, and when the provider fails an older answer stands in.
 * @returns throws ForecastsUnavailable when there is neither a new answer nor a usable old one
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
        log.warn({ reason: error.reason, detail: error.message }, 'No forecast')
        await keeper.keepFailure(key, clock.now()).catch(noteLost)
      }
      throw error
    }
    await keeper.keep(key, answer, clock.now()).catch(noteLost)
    return answer
  }

  /** What cannot be kept can still be given. */
  function noteLost(error: unknown): void {
    log.error({ err: error }, 'A forecast could not be kept')
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
      // The question goes on after an old answer was given: whoever comes meanwhile shares that.
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

/** The answer, or `otherwise` when it fails or does not come within `ms`. */
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
