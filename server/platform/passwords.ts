import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { passwordQueue } from './password-queue.ts'

/** OWASP's first choice for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * argon2 runs on libuv's four threads, which also read the files of the web app. One core stays free
 * for everything else, and two threads in any case.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

/** About two seconds of work on a slow core. */
const MAX_WAITING = 40

const queue = passwordQueue({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING })

/** A hash nobody's password has, so that an unknown email takes as long as a known one. */
const decoy = hash(crypto.randomUUID(), ARGON2ID)

/**
 * Refuses a sign-in before the database is asked anything, while too many passwords wait.
 * @throws AppError UNAVAILABLE
 */
export const refuseWhenBusy = queue.refuseWhenFull

/**
 * Returns an argon2id PHC string with a salt of its own.
 * @throws AppError UNAVAILABLE when too many passwords are waiting to be hashed or checked
 */
export function hashPassword(password: string): Promise<string> {
  return queue.run(() => hash(password, ARGON2ID))
}

/** Whether what is stored is a hash, so that some password matches it. */
export function isHash(stored: string): boolean {
  return stored.startsWith('$argon2id$')
}

/**
 * Whether a password is the one of a stored hash. Anything stored that is no hash matches nothing.
 * @throws AppError UNAVAILABLE when too many passwords are waiting to be hashed or checked
 */
export function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  return queue.run(async () => {
    if (stored !== undefined && isHash(stored)) return verify(stored, password)
    await verify(await decoy, password)
    return false
  })
}
