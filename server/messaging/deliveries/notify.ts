import type { FindLastNotification, Notify } from '../../ports.ts'
import { lockLast, queueForAll } from './store.ts'

/** How many go in one statement: it is cancelled after ten seconds, enough to queue some 40,000. */
const AT_ONCE = 1_000

/**
 * Queues an event for golfers, as {@link Notify} describes. A message is composed when it is sent. Known
 * keys are skipped, so a call that failed halfway can be repeated.
 */
export const notify: Notify = async (tx, event, recipients, now) => {
  for (let done = 0; done < recipients.length; done += AT_ONCE) {
    await queueForAll(tx, event, recipients.slice(done, done + AT_ONCE), now)
  }
}

export const findLastNotification: FindLastNotification = async (tx, about) => {
  const last = await lockLast(tx, about)
  return last && { isWaiting: last.status === 'deferred', data: last.data }
}
