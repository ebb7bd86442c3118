import { createHmac } from 'node:crypto'
import type { Queries } from '../../platform/database/database.ts'
import { readInstallationKey } from './store.ts'

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

/** Returns the fingerprint of an account, whether or not one with this email exists. */
export function accountKey(db: Queries, email: string): Promise<string> {
  return fingerprint(db, 'account', email.toLowerCase())
}
