import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Queries } from '../../platform/database/database.ts'
import { accountKey, fingerprint } from './make-fingerprint.ts'

/** The account that signed in on a device, as it was at the time. */
export interface DeviceOwner {
  readonly golferId: number
  /** The stored hash, so that a new password makes all devices unknown again. */
  readonly password: string
}

/**
 * Returns a secret that a browser keeps after signing in. The device then has a delay of its own, so its
 * golfer can sign in while others guess at the account. OWASP calls this a device cookie ("Slow Down Online
 * Guessing Attacks with Device Cookies"). It does not sign anybody in.
 */
export async function makeDeviceKey(db: Queries, owner: DeviceOwner): Promise<string> {
  const nonce = randomBytes(16).toString('hex')
  return `${nonce}-${await signatureOf(db, owner, nonce)}`
}

/**
 * Returns the key that an attempt is counted under: the device's if it has signed in to this account
 * before, otherwise the account's.
 * @param sent the device key that the browser sent
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

function signatureOf(
  db: Queries,
  { golferId, password }: DeviceOwner,
  nonce: string,
): Promise<string> {
  return fingerprint(db, 'device key', golferId, password, nonce)
}
