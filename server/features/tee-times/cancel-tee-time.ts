import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import type { TeeTimeMember } from './gate.ts'
import { markCancelled } from './store.ts'

/** Cancels a tee time for everybody. @throws AppError NOT_FOUND when it was cancelled already. */
export async function cancelTeeTime(ctx: Context, scope: TeeTimeMember): Promise<void> {
  if (!(await markCancelled(ctx.db, scope, ctx.clock.now()))) throw notFound('tee time')
}
