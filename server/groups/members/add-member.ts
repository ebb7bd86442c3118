import type { Queries } from '../../platform/database/database.ts'
import { type Admission, insertMember } from './store.ts'

export interface NewMember {
  groupId: number
  golferId: number
  isAdmin?: boolean
}

/**
 * Adds a golfer to a group. Changes nothing for one who is already a member, or whose account was just
 * deleted. Returns whether the golfer was added.
 */
export async function addMember({ db }: { db: Queries }, member: NewMember): Promise<boolean> {
  return (await admit(db, member)) === 'added'
}

/** Does the same as {@link addMember}, but returns which case applied. Must run within a transaction. */
export function admit(tx: Queries, member: NewMember): Promise<Admission> {
  return insertMember(tx, { isAdmin: false, ...member })
}
