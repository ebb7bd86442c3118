import type { Context } from '../../context.ts'
import { addJob } from '../../platform/database/add-job.ts'
import { notFound } from '../../platform/errors.ts'
import { recordAction } from '../audit/record-action.ts'
import type { TeeTimeMember } from './gate.ts'
import { markCancelled } from './store.ts'

/** Cancels a tee time for everybody; who had a spot is told. @throws AppError NOT_FOUND when it was cancelled already. */
export async function cancelTeeTime(ctx: Context, scope: TeeTimeMember): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const cancelled = await markCancelled(tx, scope, ctx.clock.now())
    if (cancelled === undefined) throw notFound('tee time')
    await addJob(tx, 'tell_cancelled', { teeTimeId: scope.teeTimeId, by: scope.golferId })
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
