import type { Queries } from '../../platform/database/database.ts'
import { clearFailures } from '../sign-in-delays/count-attempt.ts'
import { storePassword } from './store.ts'

/**
 * Sets a golfer's password without asking for the old one. Ends all sessions, and deletes links to set a
 * password and failed sign-ins. Returns false, changing nothing, once the account is deleted.
 * @param hash the password's hash, from `hashPassword`
 */
export async function setPassword(tx: Queries, golferId: number, hash: string): Promise<boolean> {
  if (!(await storePassword(tx, golferId, hash))) return false
  await clearFailures(tx, golferId)
  return true
}
