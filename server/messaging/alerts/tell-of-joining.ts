import type { Queries } from '../../platform/database/database.ts'
import { queueDelivery } from '../deliveries/queue-delivery.ts'
import type { Coming } from './describe-group.ts'

/**
 * Notifies a golfer that they are now in a group. Not needed for a new account: the email with the link to
 * set its first password says so.
 * @param joining.by the golfer who let them in
 */
export async function tellOfJoining(
  tx: Queries,
  { groupId, golferId, by, how }: { groupId: number; golferId: number; by: number; how: Coming },
  now: Date,
): Promise<void> {
  const key = `added:${groupId}:${golferId}:${now.toISOString()}`
  await queueDelivery(tx, { event: 'added', golferId, groupId, data: { how, by }, key }, now)
}
