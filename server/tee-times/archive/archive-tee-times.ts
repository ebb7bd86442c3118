import { HOURS_VISIBLE_AFTER_TEE_OFF } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import type { SessionHolder } from '../../identity/index.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { inTransaction, retryConflicts } from '../../platform/database/database.ts'
import { archiveEnded, cancelOwedBefore, clearSpots, lockEnded } from './store.ts'

/** Returns the instant before which a tee time must have begun to count as ended. */
export function endedBefore(now: Date): Date {
  return new Date(now.getTime() - HOURS_VISIBLE_AFTER_TEE_OFF * HOUR_MS)
}

/** How many tee times one transaction changes, so that nobody waits long for its locks. */
const BATCH = 500

/** Archives tee times that have ended, in a golfer's groups or in all. Returns how many. */
export async function archiveTeeTimes(
  ctx: Context,
  whose: SessionHolder | 'everybody',
): Promise<number> {
  const now = ctx.clock.now()
  const query = { endedBefore: endedBefore(now), now, most: BATCH }
  let total = 0
  let archived: number
  do {
    // Every phone triggers this when it opens the group, and two such runs may deadlock.
    archived = await retryConflicts(() => archiveEnded(ctx.db, whose, query))
    total += archived
  } while (archived === BATCH)
  return total
}

/** How long late withdrawals are kept. */
const OWED_DAYS = 180

/** Deletes reservations, offers and waiting lists of tee times that have ended. Their names are not needed. */
export async function clearEndedTeeTimes(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = endedBefore(ctx.clock.now())
  let cleared: number
  do {
    cleared = await inTransaction(ctx.db, async (tx) => {
      const teeTimeIds = await lockEnded(tx, { before, most: BATCH })
      if (teeTimeIds.length > 0) await clearSpots(tx, teeTimeIds)
      return teeTimeIds.length
    })
  } while (cleared === BATCH)
}

/** Forgets late withdrawals that are older than OWED_DAYS. Called by the job. */
export async function purgeLateWithdrawals(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await cancelOwedBefore(ctx.db, new Date(ctx.clock.now().getTime() - OWED_DAYS * DAY_MS))
}
