import type { Context } from '../../context.ts'
import { retryConflicts } from '../../platform/database/database.ts'
import { endedBefore } from '../ended-before.ts'
import { cancelOwedBefore, clearSpots, lockEnded } from './store.ts'

/** How many tee times one transaction clears, so that nobody waits long for its locks. */
const BATCH = 500

/** How long late withdrawals are kept. */
const OWED_DAYS = 180

const DAY_MS = 86_400_000

/**
 * Opens reserved and offered spots in tee times that have ended, including canceled ones, and deletes
 * their waiting lists: nobody plays there any longer, so the names are not needed. Called by the job.
 */
export async function clearEnded({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = endedBefore(clock.now())
  let cleared: number
  do {
    cleared = await retryConflicts(() =>
      db.transaction(async (tx) => {
        const teeTimeIds = await lockEnded(tx, { before, most: BATCH })
        if (teeTimeIds.length > 0) await clearSpots(tx, teeTimeIds)
        return teeTimeIds.length
      }),
    )
  } while (cleared === BATCH)
}

/** Forgets who left a spot after the cut-off, OWED_DAYS after they left it. Called by the job. */
export async function purgeLateWithdrawals({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await cancelOwedBefore(db, new Date(clock.now().getTime() - OWED_DAYS * DAY_MS))
}
