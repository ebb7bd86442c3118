import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { golfers } from '../schema.ts'
import { countAsFailed, deleteFailures, readInstallationKey, uncountAttempt } from './store.ts'

interface Attempt {
  /** Failures are counted for this key: a keyed hash of an account or a device, for example. */
  readonly key: string
  /** If given, there is also a limit on how many accounts this network may fail to sign in to. */
  readonly network?: string | undefined
  /** For the error message: what the golfer can do instead of waiting. */
  readonly advice?: string
}

/**
 * Checks a password or code. Counts the attempt as failed before checking it, so that concurrent attempts
 * cannot exceed the limit, even on several nodes.
 * @param check returns whether the password or code is right. If it throws, the attempt still counts against
 * the network, but not against `key`.
 * @throws AppError RATE_LIMITED during a delay, without calling `check`
 */
export async function countAttempt(ctx: Context, attempt: Attempt, check: () => Promise<boolean>) {
  const { key, network, advice } = attempt
  // Load tests turn the rate limit off, because all their sign-ins come from one network.
  const isNetworkLimited = network !== undefined && ctx.config.isRateLimited
  const networkKey = isNetworkLimited ? await fingerprint(ctx.db, 'network', network) : null
  const waitSeconds = await countAsFailed(ctx.db, key, networkKey, ctx.clock.now())
  if (waitSeconds > 0) throw tooManyAttemptsError(Math.ceil(waitSeconds), advice)
  const isRight = await check().catch(async (error: unknown) => {
    await uncountAttempt(ctx.db, key)
    throw error
  })
  if (isRight) await deleteFailures(ctx.db, key)
  return isRight
}

function tooManyAttemptsError(seconds: number, advice = ''): AppError {
  const minutes = `${Math.ceil(seconds / 60)} minutes`
  const wait = seconds === 1 ? 'a second' : seconds < 100 ? `${seconds} seconds` : minutes
  const message = `Too many failed attempts. Wait ${wait} and try again. ${advice}`
  return new AppError('RATE_LIMITED', message.trim(), { retryAfter: seconds })
}

/** `password` is a hash. A new password invalidates the device keys made for the old one. */
type DeviceOwner = Pick<typeof golfers.$inferSelect, 'id' | 'password'>

/**
 * Returns a secret for the browser to keep after signing in. Failures on this device are then counted
 * separately, so the golfer can sign in there while others guess the password (OWASP's "Slow Down Online
 * Guessing Attacks with Device Cookies").
 */
export async function makeDeviceKey(db: Queries, owner: DeviceOwner): Promise<string> {
  const nonce = randomBytes(16).toString('hex')
  return `${nonce}-${await signatureOf(db, owner, nonce)}`
}

/**
 * Returns the key for which a device's failures are counted; undefined if `deviceKey` is not valid for
 * `owner`.
 */
export async function attemptKeyOfDevice(db: Queries, owner?: DeviceOwner, deviceKey?: string) {
  const [nonce = '', signature = ''] = deviceKey?.split('-') ?? []
  if (owner === undefined || signature === '') return undefined
  const expected = Buffer.from(await signatureOf(db, owner, nonce))
  const given = Buffer.from(signature)
  const isValid = given.length === expected.length && timingSafeEqual(given, expected)
  return isValid ? fingerprint(db, 'device', owner.id, nonce) : undefined
}

function signatureOf(db: Queries, { id, password }: DeviceOwner, nonce: string) {
  return fingerprint(db, 'device key', id, password, nonce)
}

const keyByDatabase = new WeakMap<Queries, string>()

/**
 * Returns a keyed hash of the parts, as 64 hex digits. All nodes read the same key from the database, and
 * without it, nobody can compute the hash. Different kinds give different hashes.
 */
export async function fingerprint(db: Queries, kind: string, ...parts: (string | number)[]) {
  const key = keyByDatabase.get(db) ?? (await readInstallationKey(db))
  keyByDatabase.set(db, key)
  return createHmac('sha256', key)
    .update(JSON.stringify([kind, ...parts]))
    .digest('hex')
}

export function accountKey(db: Queries, email: string): Promise<string> {
  return fingerprint(db, 'account', email.toLowerCase())
}
