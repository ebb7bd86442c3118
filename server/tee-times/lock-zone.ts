import type { GroupMember } from '../groups/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { lockZone as lock } from './store.ts'

/**
 * Locks a membership and its group's time zone until the end of the transaction. Lock the affected tee
 * times first. Returns the zone (IANA name), or undefined when the golfer is no longer a member.
 */
export function lockZone(tx: Queries, member: GroupMember): Promise<string | undefined> {
  return lock(tx, member)
}
