import type { AlertEvent } from '../../../contract/alerts.ts'
import type { Queries } from '../../platform/database/database.ts'
import { insertForEach, type Recipient } from './store.ts'

export type { Recipient }

/** Tells several golfers of an event, as `queueDelivery` tells one. */
export async function queueForEach(
  tx: Queries,
  event: AlertEvent,
  recipients: readonly Recipient[],
  now: Date,
): Promise<void> {
  if (recipients.length > 0) await insertForEach(tx, event, recipients, now)
}
