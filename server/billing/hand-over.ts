import type { Queries } from '../platform/database/database.ts'
import { endAll } from './attempts/store.ts'
import { queueEnding } from './queue-ending.ts'
import { reckonGroup } from './reckon-group.ts'

/**
 * Keeps a group's paid time for its new owner and stops charging the previous payer. Runs in the
 * transaction that hands the group over and has locked its row.
 */
export async function handOverSubscription(tx: Queries, groupId: number, now: Date): Promise<void> {
  for (const ending of await endAll(tx, groupId, { paidTime: 'kept' })) {
    await queueEnding(tx, ending)
  }
  await reckonGroup(tx, groupId, now)
}

/** Ends the subscriptions of a group that is about to be deleted. Runs in the same transaction. */
export async function endSubscriptions(tx: Queries, groupId: number): Promise<void> {
  for (const ending of await endAll(tx, groupId, { paidTime: 'ended' })) {
    await queueEnding(tx, ending)
  }
}
