import { createECDH } from 'node:crypto'
import * as z from 'zod'
import { optional } from './variables.ts'

export const pushVariables = {
  VAPID_PUBLIC_KEY: optional(
    z.string().regex(/^B[\w-]{86}$/, 'must be a P-256 public key: 87 characters of base64url'),
  ),
  VAPID_PRIVATE_KEY: optional(
    z.string().regex(/^[\w-]{43}$/, 'must be a P-256 private key: 43 characters of base64url'),
  ),
}

interface GivenKeys {
  readonly VAPID_PUBLIC_KEY?: string | undefined
  readonly VAPID_PRIVATE_KEY?: string | undefined
}

export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** Returns the keys that identify the app to push services; undefined to use those in the database. */
export function pushKeysOf(given: GivenKeys): VapidKeys | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = given
  return publicKey === undefined || privateKey === undefined ? undefined : { publicKey, privateKey }
}

/** Returns what is wrong with the keys, naming the variable; undefined when they are valid. */
export function pushKeysProblemOf(given: GivenKeys): string | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = given
  if (publicKey === undefined && privateKey === undefined) return undefined
  if (publicKey === undefined)
    return 'VAPID_PUBLIC_KEY: must be set together with VAPID_PRIVATE_KEY'
  if (privateKey === undefined)
    return 'VAPID_PRIVATE_KEY: must be set together with VAPID_PUBLIC_KEY'
  return belongTogether(publicKey, privateKey)
    ? undefined
    : 'VAPID_PRIVATE_KEY: must match VAPID_PUBLIC_KEY'
}

function belongTogether(publicKey: string, privateKey: string): boolean {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  } catch {
    return false
  }
  return pair.getPublicKey('base64url') === publicKey
}
