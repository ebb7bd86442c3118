import type { Context } from '../../context.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { endedBefore } from '../groups/read-group.ts'
import { usherOfJob } from './gate.ts'
import { deleteEndedLines } from './store.ts'

/** Tee times whose waiting lists one run deletes: the next run, minutes later, deletes the rest. */
const MOST_IN_A_RUN = 500

/** The job that deletes the waiting lists of tee times whose cards are over, including cancelled ones. */
export async function forgetWaiting({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = endedBefore(clock.now())
  await retryConflicts(() => deleteEndedLines(db, usherOfJob(), { before, most: MOST_IN_A_RUN }))
}
