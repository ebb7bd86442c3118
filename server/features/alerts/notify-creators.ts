import type { Context } from '../../context.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { messengerOfJob } from '../messages/gate.ts'
import { listDueCreatorNotices, queueCreatorNotice } from './store.ts'

/** The rest waits for the next run. */
const MOST_AT_ONCE = 500

/**
 * Sends the creators of tee times a message about how full they are, one for everything that happened
 * since it became due.
 */
export async function notifyCreators({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const due = await listDueCreatorNotices(db, messengerOfJob(), { now, limit: MOST_AT_ONCE })
  for (const teeTimeId of due) {
    await retryConflicts(() =>
      db.transaction((tx) => queueCreatorNotice(tx, messengerOfJob(), teeTimeId, now)),
    )
  }
}
