import type { Context } from '../context.ts'
import { retryConflicts } from '../platform/database/database.ts'
import { GRACE_MS } from './compute-paid-time.ts'
import { listExpired } from './store.ts'
import { updatePaidTime } from './update-paid-time.ts'

/** The most groups handled in one run; the next run follows soon. */
const AT_ONCE = 500

/** Marks groups whose paid time has ended as expired and notifies their owners. Runs as a job. */
export async function expireGroups(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const graceBegan = new Date(now.getTime() - GRACE_MS)
  for (const groupId of await listExpired(ctx.db, { now, graceBegan, limit: AT_ONCE })) {
    await retryConflicts(() =>
      ctx.db.transaction((tx) => updatePaidTime(tx, groupId, now, 'lapse')),
    )
  }
}
