import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { passwordQueue } from './password-queue.ts'

/** OWASP's first choice for argon2id, the library's default variant: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * How many hashes run at once. argon2 runs on libuv's four threads, which also read the web app's files.
 * At least two of them stay free for everything else, and one core on a machine with several.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

/** How many hashes may wait: about two seconds of work on a slow core. */
const MAX_WAITING = 40

const queue = passwordQueue({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING })

/** A hash that no password matches, so that checking an unknown email takes as long as a known one. */
const decoy = hash(crypto.randomUUID(), ARGON2ID)

/**
 * Refuses a sign-in before the first database query when too many passwords are waiting.
 * @throws AppError UNAVAILABLE when too many passwords are waiting to be hashed or checked
 */
export const refuseWhenBusy = queue.refuseWhenFull

/**
 * Returns the hash of a password as an argon2id PHC string with its own salt.
 * @throws AppError UNAVAILABLE when too many passwords are waiting to be hashed or checked
 */
export function hashPassword(password: string): Promise<string> {
  return queue.run(() => hash(password, ARGON2ID))
}

/** Returns whether a stored value is a hash, so that a password can match it. */
export function isHash(stored: string): boolean {
  return stored.startsWith('$argon2id$')
}

/**
 * Returns whether a password matches a stored hash. A stored value that is not a hash matches nothing.
 * @throws AppError UNAVAILABLE when too many passwords are waiting to be hashed or checked
 */
export function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  return queue.run(async () => {
    if (stored !== undefined && isHash(stored)) return verify(stored, password)
    await verify(await decoy, password)
    return false
  })
}
