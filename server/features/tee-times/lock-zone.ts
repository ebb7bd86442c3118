import type { Queries } from '../../platform/database/database.ts'
import type { GroupMember } from '../groups/gate.ts'
import { lockZone as lock } from './store.ts'

/**
 * Holds a membership and its group's time zone until the end of the transaction, for who has locked the
 * tee times that count in it. Answers the zone (IANA); undefined for who is no member any more.
 */
export function lockZone(tx: Queries, member: GroupMember): Promise<string | undefined> {
  return lock(tx, member)
}
