import type { Context } from '../../context.ts'
import type { SessionHolder } from '../../identity/index.ts'
import { inTransaction, retryConflicts } from '../../platform/database/database.ts'
import { archiveEnded, clearEnded } from './store.ts'

/** The most tee times that one transaction changes, so that nobody waits long for its locks. */
const BATCH_SIZE = 500

export async function archiveTeeTimes(ctx: Context, whose: SessionHolder | 'everybody') {
  const now = ctx.clock.now()
  let total = 0
  let archived: number
  do {
    // Each phone starts a run when it opens a group, and simultaneous runs can deadlock.
    archived = await retryConflicts(() => archiveEnded(ctx.db, whose, now, BATCH_SIZE))
    total += archived
  } while (archived === BATCH_SIZE)
  return total
}

/** Clears personal data of ended tee times: their reservations, offers and waiting lists. */
export async function clearDataOfEndedTeeTimes(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now()
  let cleared: number
  do {
    cleared = await inTransaction(ctx.db, (tx) => clearEnded(tx, now, BATCH_SIZE))
  } while (cleared === BATCH_SIZE)
}
