import type { Queries } from '../../platform/database/database.ts'
import { insertMember } from './store.ts'

/**
 * Makes a golfer a member of a group; nothing changes for one who is in already, or whose account was
 * just deleted. Answers whether anything did.
 */
export async function addMember(
  { db }: { db: Queries },
  member: { groupId: number; golferId: number; isAdmin?: boolean; sharesPhone?: boolean },
): Promise<boolean> {
  return insertMember(db, { isAdmin: false, ...member })
}
