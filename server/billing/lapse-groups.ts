import type { Context } from '../context.ts'
import { retryConflicts } from '../platform/database/retry-conflicts.ts'
import { reckonGroup } from './reckon-group.ts'
import { GRACE_MS } from './reckon-time.ts'
import { listLapsed } from './store.ts'

/** The most groups handled in one run; the next run follows soon. */
const AT_ONCE = 500

/** Marks groups whose paid time has ended as expired and notifies their owners. Runs as a job. */
export async function lapseGroups(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const graceBegan = new Date(now.getTime() - GRACE_MS)
  for (const groupId of await listLapsed(ctx.db, { now, graceBegan, limit: AT_ONCE })) {
    await retryConflicts(() => ctx.db.transaction((tx) => reckonGroup(tx, groupId, now, 'lapse')))
  }
}
