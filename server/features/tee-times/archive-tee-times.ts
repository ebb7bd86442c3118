import type { Context } from '../../context.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { endedBefore } from '../groups/read-group.ts'
import type { SessionHolder } from '../sessions/gate.ts'
import { archiveEnded } from './archive/store.ts'

/** Archives the tee times that are over in the golfer's groups; answers how many. */
export function archiveMine(ctx: Context, holder: SessionHolder): Promise<number> {
  return archive(ctx, holder)
}

/** As {@link archiveMine} for all groups. For the job. */
export function archiveAll(ctx: Context): Promise<number> {
  return archive(ctx, 'everybody')
}

function archive(ctx: Context, whose: SessionHolder | 'everybody'): Promise<number> {
  const now = ctx.clock.now()
  // All phones of a group clean up as they are opened, and each locks the rows as it finds them.
  return retryConflicts(() => archiveEnded(ctx.db, whose, endedBefore(now), now))
}
