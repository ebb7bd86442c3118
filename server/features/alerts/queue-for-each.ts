import type { AlertEvent } from '../../../contract/alerts.ts'
import type { Queries } from '../../platform/database/database.ts'
import { insertForEach, type Recipient } from './store.ts'

export type { Recipient }

/** A statement on the database ends after ten seconds, in which it queues some 40,000. */
const AT_ONCE = 1_000

/**
 * Tells golfers of an event, as `queueDelivery` tells one. A known key changes nothing, so what fails
 * halfway may be done over.
 */
export async function queueForEach(
  db: Queries,
  event: AlertEvent,
  recipients: readonly Recipient[],
  now: Date,
): Promise<void> {
  for (let done = 0; done < recipients.length; done += AT_ONCE) {
    await insertForEach(db, event, recipients.slice(done, done + AT_ONCE), now)
  }
}
