import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { bulkhead, isBulkheadRejectedError } from 'cockatiel'
import { AppError } from './errors.ts'

/** OWASP's recommendation for argon2id, the library's default variant: 19 MiB, two passes, one thread. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** argon2 runs on libuv's four threads. Keep some of them free: they also read the web app's files. */
const MAX_CONCURRENT = Math.max(1, Math.min(2, availableParallelism() - 1))

/** 40 waiting hashes are about two seconds of work on a slow core. */
const queue = createPasswordQueue({ atOnce: MAX_CONCURRENT, maxWaiting: 40 })

/** No password matches this hash. It is checked for unknown emails, so that timing does not reveal them. */
const decoy = hash(crypto.randomUUID(), ARGON2ID)

/** @throws AppError UNAVAILABLE when the queue is full. `hashPassword` and `verifyPassword` throw it too. */
export const refuseWhenBusy = queue.refuseWhenFull

export function hashPassword(password: string): Promise<string> {
  return queue.run(() => hash(password, ARGON2ID))
}

export function isHash(stored: string): boolean {
  return stored.startsWith('$argon2id$')
}

/** A stored value that is not a hash matches no password. */
export function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  return queue.run(async () => {
    if (stored !== undefined && isHash(stored)) return verify(stored, password)
    await verify(await decoy, password)
    return false
  })
}

/**
 * Runs up to `atOnce` tasks at a time, queues up to `maxWaiting` more, and refuses all others, so that a
 * flood of sign-ins slows nothing else down.
 */
export function createPasswordQueue({
  atOnce,
  maxWaiting,
}: {
  atOnce: number
  maxWaiting: number
}) {
  const limiter = bulkhead(atOnce, maxWaiting)
  const busyError = () =>
    new AppError(
      'UNAVAILABLE',
      'Many people are signing in right now. Please try again in a few seconds.',
      { retryAfter: 3 },
    )
  return {
    refuseWhenFull() {
      if (limiter.queueSlots === 0) throw busyError()
    },
    run: <T>(work: () => Promise<T>): Promise<T> =>
      limiter.execute(work).catch((error: unknown) => {
        throw isBulkheadRejectedError(error) ? busyError() : error
      }),
  }
}

/** Must be longer than the delayed work takes. */
const MIN_DURATION_MS = 100

/** Delays the result, so that timing does not reveal the outcome. Does not delay a rejection. */
export async function withConstantTime<T>(work: Promise<T>): Promise<T> {
  const [answer] = await Promise.all([work, sleep(MIN_DURATION_MS)])
  return answer
}
