import type { Queries } from '../../platform/database/database.ts'
import { type Admission, insertMember } from './store.ts'

export interface NewMember {
  groupId: number
  golferId: number
  isAdmin?: boolean
}

/**
 * Makes a golfer a member of a group; nothing changes for one who is in already, or whose account was
 * just deleted. Answers whether anything did.
 */
export async function addMember({ db }: { db: Queries }, member: NewMember): Promise<boolean> {
  return (await admit(db, member)) === 'added'
}

/** As {@link addMember}, and says which of the three it was. Within a transaction. */
export function admit(tx: Queries, member: NewMember): Promise<Admission> {
  return insertMember(tx, { isAdmin: false, ...member })
}
