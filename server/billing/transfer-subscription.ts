import type { Queries } from '../platform/database/database.ts'
import { cancelAll } from './attempts/store.ts'
import { queueCancellation } from './queue-cancellation.ts'
import { updatePaidTime } from './update-paid-time.ts'

/**
 * Keeps a group's paid time for its new owner and stops charging the previous payer. Runs in the
 * transaction that hands the group over and has locked its row.
 */
export async function transferSubscription(tx: Queries, groupId: number, now: Date): Promise<void> {
  for (const ending of await cancelAll(tx, groupId, { paidTime: 'kept' })) {
    await queueCancellation(tx, ending)
  }
  await updatePaidTime(tx, groupId, now)
}

/** Ends the subscriptions of a group that is about to be deleted. Runs in the same transaction. */
export async function endSubscriptions(tx: Queries, groupId: number): Promise<void> {
  for (const ending of await cancelAll(tx, groupId, { paidTime: 'ended' })) {
    await queueCancellation(tx, ending)
  }
}
