import { queueDelivery } from '../../messaging/deliveries/queue-delivery.ts'
import type { Queries } from '../../platform/database/database.ts'

/** Emails a golfer that texts were turned on for the account, in case somebody else has the phone. */
export async function tellTextsOn(tx: Queries, golferId: number, now: Date): Promise<void> {
  const key = `texts-on:${golferId}:${now.toISOString()}`
  await queueDelivery(tx, { event: 'texts-on', golferId, key }, now)
}
