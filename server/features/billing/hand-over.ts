import type { Queries } from '../../platform/database/database.ts'
import { endAll } from './attempts/store.ts'
import { queueEnding } from './queue-ending.ts'
import { reckonGroup } from './reckon-group.ts'

/**
 * A group's paid time goes with it to another owner, and nothing more is charged to who paid so far.
 * Within the transaction that hands it over, and holds its row.
 */
export async function handOverSubscription(tx: Queries, groupId: number, now: Date): Promise<void> {
  for (const ending of await endAll(tx, groupId, { paidTime: 'kept' })) {
    await queueEnding(tx, ending)
  }
  await reckonGroup(tx, groupId, now)
}

/** A group is about to be deleted: its subscriptions end now. Within that transaction. */
export async function endSubscriptions(tx: Queries, groupId: number): Promise<void> {
  for (const ending of await endAll(tx, groupId, { paidTime: 'ended' })) {
    await queueEnding(tx, ending)
  }
}
