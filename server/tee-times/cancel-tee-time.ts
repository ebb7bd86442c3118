import { hasTeedOff } from '../../contract/tee-times.ts'
import type { Context } from '../context.ts'
import { recordInGroup } from '../groups/index.ts'
import { addJob } from '../platform/jobs/store.ts'
import type { TeeTimeMember } from './access.ts'
import { lockCard } from './cards/store.ts'
import { teedOffError } from './check-start.ts'
import { updateTeeTime } from './spots/store.ts'

/** @throws AppError TEE_TIME_PAST with the card as `teeTime`; NOT_FOUND if already canceled or archived */
export async function cancelTeeTime(ctx: Context, scope: TeeTimeMember): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    const card = await lockCard(tx, scope)
    if (hasTeedOff(card, now)) throw teedOffError(card)
    await updateTeeTime(tx, scope.teeTimeId, { cancelledAt: now })
    await addJob(tx, 'notify_canceled', { teeTimeId: scope.teeTimeId, by: scope.golferId })
    if (scope.creatorId === scope.golferId) return
    const detail = `${card.course}, ${card.date} ${card.time}`
    const about = { golferId: scope.creatorId, detail }
    await recordInGroup(ctx, tx, scope, 'tee-time-cancelled-for-creator', about)
  })
}
