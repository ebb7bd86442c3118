import type { Queries } from '../../platform/database/database.ts'
import { queueDelivery } from '../deliveries/queue-delivery.ts'
import type { Coming } from './describe-group.ts'

/**
 * Tells a golfer, once the transaction of `tx` commits, that they are in a group now. A new account
 * needs none: the mail with the link to its first password says it.
 * @param joining.by whoever let them in
 */
export async function tellOfJoining(
  tx: Queries,
  { groupId, golferId, by, how }: { groupId: number; golferId: number; by: number; how: Coming },
  now: Date,
): Promise<void> {
  const key = `added:${groupId}:${golferId}:${now.toISOString()}`
  await queueDelivery(tx, { event: 'added', golferId, groupId, data: { how, by }, key }, now)
}
