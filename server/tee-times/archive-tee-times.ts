import type { Context } from '../context.ts'
import type { SessionHolder } from '../identity/index.ts'
import { retryConflicts } from '../platform/database/database.ts'
import { archiveEnded } from './archive/store.ts'
import { endedBefore } from './ended-before.ts'

/** How many tee times one statement archives, so that nobody waits long for its locks. */
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
    // Every phone of a group triggers this on opening, and two may lock each other out.
    archived = await retryConflicts(() => archiveEnded(ctx.db, whose, query))
    total += archived
  } while (archived === BATCH)
  return total
}
