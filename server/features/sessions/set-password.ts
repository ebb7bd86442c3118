import type { Queries } from '../../platform/database/database.ts'
import { storePassword } from './store.ts'

/**
 * Gives a golfer a password without asking for the old one: all sessions end, and links that were sent
 * to set one are forgotten. False, and nothing changed, when the account is deleted.
 * @param hash of the password, as `hashPassword` answers it
 */
export function setPassword(tx: Queries, golferId: number, hash: string): Promise<boolean> {
  return storePassword(tx, golferId, hash)
}
