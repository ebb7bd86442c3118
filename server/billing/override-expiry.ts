import type { Queries } from '../platform/database/database.ts'
import { cancelAll } from './attempts/store.ts'
import { queueCancellation } from './queue-cancellation.ts'
import { setExpiry, updateBase } from './store.ts'
import { updatePaidTime } from './update-paid-time.ts'

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
  await updateBase(tx, groupId, { freeUntil: expiry, setAt: now })
  const isStopped = expiry === null || expiry <= now
  const endings = isStopped ? await cancelAll(tx, groupId, { paidTime: 'kept' }) : []
  for (const ending of endings) await queueCancellation(tx, ending)
  await updatePaidTime(tx, groupId, now)
  return { endsPaying: endings.some(({ when }) => when === 'period-end') }
}
