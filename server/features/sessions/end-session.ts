import type { Context } from '../../context.ts'
import { logAuthEvent } from '../../platform/auth-events.ts'
import { signInFirst } from '../../platform/errors.ts'
import { idleSince, type SessionHolder } from './gate.ts'
import { deleteDeadSessions, deleteOtherSessions, deleteSession } from './store.ts'

/** Ends this session; its live streams close with it. */
export async function endSession(ctx: Context, holder: SessionHolder): Promise<void> {
  await deleteSession(ctx.db, holder)
  logAuthEvent(ctx.log, 'auth.logged_out', { golferId: holder.golferId })
}

/**
 * Ends all other sessions of the golfer, with their live streams; answers how many.
 * @throws AppError UNAUTHENTICATED when another phone has just ended this one
 */
export async function endOtherSessions(ctx: Context, holder: SessionHolder): Promise<number> {
  const now = ctx.clock.now()
  const ended = await deleteOtherSessions(ctx.db, holder, now, idleSince(now))
  if (ended === undefined) throw signInFirst()
  logAuthEvent(ctx.log, 'auth.sessions_ended', { golferId: holder.golferId, ended })
  return ended
}

/** Forgets sessions that are over, or idle for too long. For the nightly job; answers how many. */
export async function forgetDeadSessions(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  return deleteDeadSessions(ctx.db, now, idleSince(now))
}
