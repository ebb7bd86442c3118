import type { Context } from '../context.ts'
import type { SessionHolder } from '../identity/index.ts'
import { retryConflicts } from '../platform/database/retry-conflicts.ts'
import { archiveEnded } from './archive/store.ts'
import { endedBefore } from './ended-before.ts'

/** Archives tee times that have ended in the golfer's groups. Returns how many. */
export function archiveMine(ctx: Context, holder: SessionHolder): Promise<number> {
  return archive(ctx, holder)
}

/** Like {@link archiveMine}, but for all groups. Called by the job. */
export function archiveAll(ctx: Context): Promise<number> {
  return archive(ctx, 'everybody')
}

function archive(ctx: Context, whose: SessionHolder | 'everybody'): Promise<number> {
  const now = ctx.clock.now()
  // Every phone of a group triggers this on opening, and each locks rows in the order it finds them.
  return retryConflicts(() => archiveEnded(ctx.db, whose, endedBefore(now), now))
}
