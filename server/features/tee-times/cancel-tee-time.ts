import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import { recordAction } from '../audit/record-action.ts'
import type { TeeTimeMember } from './gate.ts'
import { markCancelled } from './store.ts'

/** Cancels a tee time for everybody. @throws AppError NOT_FOUND when it was cancelled already. */
export async function cancelTeeTime(ctx: Context, scope: TeeTimeMember): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const cancelled = await markCancelled(tx, scope, ctx.clock.now())
    if (cancelled === undefined) throw notFound('tee time')
    if (scope.creatorId === scope.golferId) return
    const { course, date, time } = cancelled
    await recordAction(ctx, tx, {
      actorId: scope.golferId,
      action: 'tee-time-cancelled-for-creator',
      group: scope.group,
      golferId: scope.creatorId,
      detail: `${course}, ${date} ${time}`,
    })
  })
}
