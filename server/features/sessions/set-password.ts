import type { Queries } from '../../platform/database/database.ts'
import { forgetFailures } from '../sign-in-delays/count-try.ts'
import { storePassword } from './store.ts'

/**
 * Gives a golfer a password without asking for the old one: all sessions end, links that were sent to set
 * one are forgotten, and so are failed sign-ins. False, and nothing changed, when the account is deleted.
 * @param hash of the password, as `hashPassword` returns it
 */
export async function setPassword(tx: Queries, golferId: number, hash: string): Promise<boolean> {
  if (!(await storePassword(tx, golferId, hash))) return false
  await forgetFailures(tx, golferId)
  return true
}
