import type { Context } from '../../context.ts'
import { signInFirst } from '../../platform/errors.ts'
import { logAuthEvent } from '../../platform/log.ts'
import { idleSince, type SessionHolder } from './access.ts'
import { deleteDeadSessions, deleteOtherSessions, deleteSession } from './store.ts'

/** Ends this session. Its live streams close with it. */
export async function endSession(ctx: Context, holder: SessionHolder): Promise<void> {
  await deleteSession(ctx.db, holder)
  logAuthEvent(ctx.log, 'auth.logged_out', { golferId: holder.golferId })
}

/**
 * Ends all other sessions of the golfer, with their live streams. Returns how many.
 * @throws AppError UNAUTHENTICATED when another device has just ended this session
 */
export async function endOtherSessions(ctx: Context, holder: SessionHolder): Promise<number> {
  const now = ctx.clock.now()
  const ended = await deleteOtherSessions(ctx.db, holder, now, idleSince(now))
  if (ended === undefined) throw signInFirst()
  logAuthEvent(ctx.log, 'auth.sessions_ended', { golferId: holder.golferId, ended })
  return ended
}

/** Deletes sessions that have expired or been idle too long, and returns how many. For the nightly job. */
export async function purgeDeadSessions(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  return deleteDeadSessions(ctx.db, now, idleSince(now))
}
