import type { Queries } from '../../platform/database/database.ts'
import { reckonGroup } from './reckon-group.ts'
import { moveBase, setExpiry } from './store.ts'

/**
 * A super admin's word on when a group's time ends: from then on that is what payments are counted
 * from, and what was paid before is in it. Within a transaction, which may hold the group already.
 * @param expiry null: no end
 */
export async function overrideExpiry(
  tx: Queries,
  groupId: number,
  expiry: Date | null,
  now: Date,
): Promise<void> {
  await setExpiry(tx, groupId, expiry)
  await moveBase(tx, groupId, { freeUntil: expiry, setAt: now })
  await reckonGroup(tx, groupId, now)
}
