import type { Queries } from '../../platform/database/database.ts'
import { findGolferId } from './store.ts'

/** Returns the id of the golfer with this email, ignoring case. */
export function findGolfer({ db }: { db: Queries }, email: string): Promise<number | undefined> {
  return findGolferId(db, email)
}
