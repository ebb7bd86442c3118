import type { Queries } from '../../platform/database/database.ts'
import { countTargets } from './store.ts'

/** How many phones of a golfer are notified. */
export function countPhones(db: Queries, golferId: number): Promise<number> {
  return countTargets(db, golferId)
}
