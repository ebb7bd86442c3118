import type { Context } from '../context.ts'
import { recordAction } from '../identity/index.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { addJob } from '../platform/jobs/store.ts'
import type { TeeTimeMember } from './access.ts'
import { readCard } from './cards/read-cards.ts'
import { touchTeeTimes } from './spots/store.ts'
import { markCancelled } from './store.ts'

/**
 * Cancels a tee time for everyone and notifies its players.
 * @throws AppError TEE_TIME_PAST from tee-off on, with the card as `teeTime`; NOT_FOUND when it was
 * already canceled
 */
export async function cancelTeeTime(ctx: Context, scope: TeeTimeMember): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const cancelled = await markCancelled(tx, scope, ctx.clock.now())
    if (cancelled === undefined) {
      const teeTime = await readCard(tx, scope.teeTimeId)
      if (teeTime === undefined) throw notFound('tee time')
      throw new AppError('TEE_TIME_PAST', 'This tee time has already begun.', { teeTime })
    }
    await touchTeeTimes(tx, [scope.teeTimeId])
    await addJob(tx, 'notify_canceled', { teeTimeId: scope.teeTimeId, by: scope.golferId })
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
