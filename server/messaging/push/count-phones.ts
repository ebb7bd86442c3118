import type { Queries } from '../../platform/database/database.ts'
import { countTargets } from './store.ts'

/** Returns how many of a golfer's phones get notifications. */
export function countPhones(db: Queries, golferId: number): Promise<number> {
  return countTargets(db, golferId)
}
