import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findAccount } from '../golfers/store.ts'
import { deleteFailures, readInstallationKey, releaseAttempt, reserveAttempt } from './store.ts'

interface AttemptSubject {
  /** A keyed hash of the account, or of a device its golfer has signed in on. */
  readonly key: string
  /** The attempt's network. If given, the accounts that it fails to sign in to are counted, too. */
  readonly network?: string | undefined
  /** A sentence for the error message that says what else to do while waiting. */
  readonly advice?: string
}

/**
 * Checks a password or code. Counts the attempt as failed before checking it, so that concurrent attempts on
 * all nodes cannot pass together. A success deletes the failures.
 * @param check returns whether the attempt is right; if it throws, the attempt does not count
 * @throws AppError RATE_LIMITED during a delay, without checking
 */
export async function countAttempt(
  ctx: Pick<Context, 'db' | 'clock' | 'config'>,
  { key, network, advice }: AttemptSubject,
  check: () => Promise<boolean>,
): Promise<boolean> {
  // Load tests on loopback all come from one network.
  const isCounted = network !== undefined && ctx.config.rateLimit
  const hashed = isCounted ? await fingerprint(ctx.db, 'network', network) : null
  const wait = await reserveAttempt(ctx.db, key, hashed, ctx.clock.now())
  if (wait > 0) throw tooManyAttempts(Math.ceil(wait), advice)
  let isRight: boolean
  try {
    isRight = await check()
  } catch (error) {
    await releaseAttempt(ctx.db, key)
    throw error
  }
  if (isRight) await deleteFailures(ctx.db, key)
  return isRight
}

function tooManyAttempts(seconds: number, advice = ''): AppError {
  const minutes = `${Math.ceil(seconds / 60)} minutes`
  const wait = seconds === 1 ? 'a second' : seconds < 100 ? `${seconds} seconds` : minutes
  const message = `Too many failed attempts. Wait ${wait} and try again. ${advice}`
  return new AppError('RATE_LIMITED', message.trim(), { retryAfter: seconds })
}

/** Deletes the failures of an account whose golfer has just been authenticated in another way. */
export async function clearFailures(tx: Queries, golferId: number): Promise<void> {
  const golfer = await findAccount(tx, golferId)
  if (golfer !== undefined) await deleteFailures(tx, await accountKey(tx, golfer.email))
}

/** The account that signed in on a device, with its password's hash: a new one makes all devices unknown. */
interface DeviceOwner {
  readonly golferId: number
  readonly password: string
}

/**
 * Returns a secret that a browser keeps after signing in. Failures on that device are then counted separately,
 * so its golfer can sign in while others guess the password: OWASP's "Slow Down Online Guessing Attacks with
 * Device Cookies". It does not sign anybody in.
 */
export async function makeDeviceKey(db: Queries, owner: DeviceOwner): Promise<string> {
  const nonce = randomBytes(16).toString('hex')
  return `${nonce}-${await signatureOf(db, owner, nonce)}`
}

/**
 * Returns the key that an attempt is counted under: the device's own if it `sent` a valid device key for this
 * account, otherwise the account's.
 */
export async function attemptKeyOf(
  db: Queries,
  email: string,
  owner: DeviceOwner | undefined,
  sent: string | undefined,
): Promise<{ key: string; isKnownDevice: boolean }> {
  const [nonce = '', signature = ''] = sent?.split('-') ?? []
  if (owner !== undefined && signature !== '') {
    const expected = Buffer.from(await signatureOf(db, owner, nonce))
    const given = Buffer.from(signature)
    if (given.length === expected.length && timingSafeEqual(given, expected)) {
      return { key: await fingerprint(db, 'device', owner.golferId, nonce), isKnownDevice: true }
    }
  }
  return { key: await accountKey(db, email), isKnownDevice: false }
}

function signatureOf(db: Queries, { golferId, password }: DeviceOwner, nonce: string) {
  return fingerprint(db, 'device key', golferId, password, nonce)
}

const keys = new WeakMap<Queries, Promise<string>>()

/**
 * Returns a keyed hash of some parts, as 64 hex digits. It is the same on every node of an installation,
 * and useless without its database. `kind` keeps hashes for different purposes distinct.
 */
export async function fingerprint(
  db: Queries,
  kind: string,
  ...parts: readonly (string | number)[]
): Promise<string> {
  const known = keys.get(db) ?? readInstallationKey(db)
  keys.set(db, known)
  const key = await known.catch((error: unknown) => {
    keys.delete(db)
    throw error
  })
  return createHmac('sha256', key)
    .update(JSON.stringify([kind, ...parts]))
    .digest('hex')
}

/** Returns the key that attempts at an account are counted under, whether or not the account exists. */
export function accountKey(db: Queries, email: string): Promise<string> {
  return fingerprint(db, 'account', email.toLowerCase())
}
