import type { Queries } from '../../platform/database/database.ts'
import { endAll } from './attempts/store.ts'
import { queueEnding } from './queue-ending.ts'
import { reckonGroup } from './reckon-group.ts'
import { moveBase, setExpiry } from './store.ts'

/**
 * A super admin's word on when a group's time ends: from then on that is what payments are counted
 * from, and what was paid before is in it. Nobody goes on paying for a group without end, or for one
 * that was ended: its owner may pay for it anew. Within a transaction, which holds the group. Answers
 * whether a subscription was ended by it.
 * @param expiry null: no end
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
