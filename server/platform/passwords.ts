import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from './errors.ts'

/** OWASP's first choice for argon2id, the library's default variant: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * How many hashes run at once. argon2 runs on libuv's four threads, which also read the web app's files. At
 * least two of these threads stay free, and on a machine with several cores, one core.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

/** How many hashes may wait: about two seconds of work on a slow core. */
const MAX_WAITING = 40

const queue = passwordQueue({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING })

/** A hash that no password matches, so that checking an unknown email takes as long as a known one. */
const decoy = hash(crypto.randomUUID(), ARGON2ID)

/**
 * Refuses a sign-in before the first database query.
 * @throws AppError UNAVAILABLE, like the functions below, when too many passwords wait to be checked
 */
export const refuseWhenBusy = queue.refuseWhenFull

/** Returns the hash of a password as an argon2id PHC string with its own salt. */
export function hashPassword(password: string): Promise<string> {
  return queue.run(() => hash(password, ARGON2ID))
}

/** Returns whether a stored value is a hash, so that a password can match it. */
export function isHash(stored: string): boolean {
  return stored.startsWith('$argon2id$')
}

/** Returns whether a password matches a stored hash. A stored value that is not a hash matches nothing. */
export function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  return queue.run(async () => {
    if (stored !== undefined && isHash(stored)) return verify(stored, password)
    await verify(await decoy, password)
    return false
  })
}

/** Seconds until a refused caller may try again. The queue is empty by then. */
const RETRY_AFTER_SECONDS = 3

/**
 * Runs `atOnce` expensive tasks at a time, first come, first served. When `maxWaiting` more are waiting, it
 * refuses the next caller: under a flood, people have to retry their sign-in, but nothing else slows down.
 */
export function passwordQueue({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  /** @throws AppError UNAVAILABLE when the queue is full, before any other work is done for the call */
  function refuseWhenFull(): void {
    if (waiting.length < maxWaiting) return
    throw new AppError(
      'UNAVAILABLE',
      'Many people are signing in right now. Please try again in a few seconds.',
      { retryAfter: RETRY_AFTER_SECONDS },
    )
  }

  return {
    refuseWhenFull,

    /** @throws AppError UNAVAILABLE when the queue is full, without starting the work */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running < atOnce) running += 1
      else {
        refuseWhenFull()
        // A task that finishes hands its slot to the next one, so `running` does not change.
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) running -= 1
        else next()
      }
    },
  }
}

/** The minimum response time, longer than the work takes on any path. Milliseconds. */
const ANSWER_MS = 100

/** Returns the result of `work` after a constant time, so that timing does not reveal the outcome. */
export async function withConstantTime<T>(work: Promise<T>): Promise<T> {
  const [answer] = await Promise.all([work, sleep(ANSWER_MS)])
  return answer
}
