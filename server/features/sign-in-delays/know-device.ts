import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Queries } from '../../platform/database/database.ts'
import { accountKey, fingerprint } from './make-fingerprint.ts'

/** Whose device it is, as the account was when the device signed in. */
export interface DeviceOwner {
  readonly golferId: number
  /** The stored hash: a new password makes all devices unknown again. */
  readonly password: string
}

/**
 * Returns a secret that a browser keeps after signing in. With it, its golfer gets in however many others
 * guess at the account: such a device has a delay of its own. OWASP calls this a device cookie ("Slow Down
 * Online Guessing Attacks with Device Cookies"); it signs nobody in.
 */
export async function makeDeviceKey(db: Queries, owner: DeviceOwner): Promise<string> {
  const nonce = randomBytes(16).toString('hex')
  return `${nonce}-${await signatureOf(db, owner, nonce)}`
}

/**
 * Returns what a try is counted under: the device, when it has signed in to this account before, else the
 * account.
 * @param sent what the browser says its key is
 */
export async function tryKeyOf(
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
