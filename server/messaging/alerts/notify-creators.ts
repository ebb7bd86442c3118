import type { Context } from '../../context.ts'
import { retryConflicts } from '../../platform/database/database.ts'
import { listDueCreatorNotices, queueCreatorNotice } from './store.ts'

/** The most per run; the rest wait for the next run. */
const MOST_AT_ONCE = 500

/**
 * Tells creators how full their tee times are, in one message for everything that happened since the last.
 */
export async function notifyCreators({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const due = await listDueCreatorNotices(db, { now, limit: MOST_AT_ONCE })
  for (const teeTimeId of due) {
    await retryConflicts(() => db.transaction((tx) => queueCreatorNotice(tx, teeTimeId, now)))
  }
}
