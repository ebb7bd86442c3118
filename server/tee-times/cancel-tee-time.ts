import type { Context } from '../context.ts'
import { recordAction } from '../identity/index.ts'
import { addJob } from '../platform/jobs/store.ts'
import type { TeeTimeMember } from './access.ts'
import { requireCard } from './cards/store.ts'
import { teedOffError } from './check-start.ts'
import { raiseCardVersions } from './spots/store.ts'
import { markCancelled } from './store.ts'

/** @throws AppError TEE_TIME_PAST with the card as `teeTime`; NOT_FOUND if already canceled */
export async function cancelTeeTime(ctx: Context, scope: TeeTimeMember): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const cancelled = await markCancelled(tx, scope, ctx.clock.now())
    if (cancelled === undefined) throw teedOffError(await requireCard(tx, scope.teeTimeId))
    await raiseCardVersions(tx, [scope.teeTimeId])
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
