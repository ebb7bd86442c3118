import { createHmac } from 'node:crypto'
import type { Queries } from '../../platform/database/database.ts'
import { readInstallationKey } from './store.ts'

const keys = new WeakMap<Queries, Promise<string>>()

/**
 * Returns a keyed hash of some parts, 64 hex digits: the same on every node of an installation, and of no
 * use to anyone without its database. `kind` keeps hashes for different purposes apart.
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

/** The fingerprint of an account, whether there is one of this email or not. */
export function accountKey(db: Queries, email: string): Promise<string> {
  return fingerprint(db, 'account', email.toLowerCase())
}
