import type { Context } from '../../context.ts'
import type { SessionHolder } from './gate.ts'
import { deleteExpiredSessions, deleteSession } from './store.ts'

/** Ends this session; its live streams close with it. */
export async function endSession(ctx: Context, holder: SessionHolder): Promise<void> {
  await deleteSession(ctx.db, holder)
}

/** Forgets sessions that are over. For the nightly job; answers how many. */
export async function forgetDeadSessions(ctx: Context): Promise<number> {
  return deleteExpiredSessions(ctx.db, ctx.clock.now())
}
