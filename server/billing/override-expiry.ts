import type { Queries } from '../platform/database/database.ts'
import { endAll } from './attempts/store.ts'
import { queueEnding } from './queue-ending.ts'
import { reckonGroup } from './reckon-group.ts'
import { moveBase, setExpiry } from './store.ts'

/**
 * Sets when a group's time ends, as a super admin decided. Later payments are added to it; earlier ones are
 * already included. A group that now has no end or has ended stops renewing, and the owner of an ended
 * group may pay again. Runs in a transaction that has locked the group.
 * @param expiry null for no end
 * @returns whether a subscription was canceled
 */
export async function overrideExpiry(
  tx: Queries,
  groupId: number,
  expiry: Date | null,
  now: Date,
): Promise<{ endsPaying: boolean }> {
  await setExpiry(tx, groupId, expiry)
  await moveBase(tx, groupId, { freeUntil: expiry, setAt: now })
  const isStopped = expiry === null || expiry <= now
  const endings = isStopped ? await endAll(tx, groupId, { paidTime: 'kept' }) : []
  for (const ending of endings) await queueEnding(tx, ending)
  await reckonGroup(tx, groupId, now)
  return { endsPaying: endings.some(({ when }) => when === 'period-end') }
}
