import type { AlertEvent } from '../../../contract/alerts.ts'
import type { Recipient } from '../../notifications.ts'
import type { Queries } from '../../platform/database/database.ts'
import { insertForEach } from './store.ts'

/** How many go in one statement: it is cancelled after ten seconds, enough to queue some 40,000. */
const AT_ONCE = 1_000

/**
 * Queues an event for several golfers, as `queueDelivery` does for one. Known keys are skipped, so a call
 * that failed halfway can be repeated.
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
