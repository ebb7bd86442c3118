import type { Context } from '../../context.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { endedBefore } from '../groups/read-group.ts'
import { usherOfJob } from '../waiting-lists/gate.ts'
import { deleteEnded } from './store.ts'

/**
 * The job that deletes what is still held in tee times whose cards are over, the cancelled ones too: who
 * it was held for did not play, and the name is of no more use.
 */
export async function forgetHolds({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = endedBefore(clock.now())
  await retryConflicts(() => deleteEnded(db, usherOfJob(), before))
}
