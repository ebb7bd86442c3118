import { hasTeedOff } from '../../contract/tee-times.ts'
import type { Context } from '../context.ts'
import { recordInGroup } from '../groups/index.ts'
import { addJob } from '../platform/jobs/store.ts'
import type { TeeTimeMember } from './access.ts'
import { lockCard } from './cards/store.ts'
import { teedOffError } from './check-start.ts'
import { updateTeeTime } from './spots/store.ts'

/** @throws AppError TEE_TIME_PAST with the card as `teeTime`; NOT_FOUND if already canceled or archived */
export async function cancelTeeTime(ctx: Context, access: TeeTimeMember): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    const card = await lockCard(tx, access)
    if (hasTeedOff(card, now)) throw teedOffError(card)
    await updateTeeTime(tx, access.teeTimeId, { cancelledAt: now })
    await addJob(tx, 'notify_canceled', { teeTimeId: access.teeTimeId, by: access.golferId })
    if (access.creatorId === access.golferId) return
    const detail = `${card.course}, ${card.date} ${card.time}`
    const about = { golferId: access.creatorId, detail }
    await recordInGroup(ctx, tx, access, 'tee-time-cancelled-for-creator', about)
  })
}
