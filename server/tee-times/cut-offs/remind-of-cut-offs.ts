import { CUT_OFF_REMINDER_HOURS } from '../../../contract/cut-offs.ts'
import type { Context } from '../../context.ts'
import { cutOffReminderAt } from './cut-off-reminder-at.ts'
import { listCutOffsToRemind, markReminded } from './store.ts'

const HOUR_MS = 3_600_000
/** The earliest reminder: before quiet hours that last a whole day. */
const FURTHEST_HOURS = CUT_OFF_REMINDER_HOURS + 25

/**
 * Reminds the creators of tee times that are not full of a cut-off that is near, once per cut-off. Full
 * ones are checked again until the cut-off has passed, because someone may leave.
 */
export async function remindOfCutOffs(
  ctx: Pick<Context, 'db' | 'clock' | 'notify'>,
): Promise<void> {
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + FURTHEST_HOURS * HOUR_MS)
  const near = await listCutOffsToRemind(ctx.db, { now, until })
  for (const { teeTimeId, groupId, creatorId, ...deadline } of near) {
    const moment = cutOffReminderAt(deadline)
    if (moment === undefined || moment > now) continue
    await ctx.db.transaction(async (tx) => {
      if (!(await markReminded(tx, { teeTimeId, ...deadline }, now))) return
      const cutOff = deadline.cutOff.toISOString()
      const recipient = { golferId: creatorId, groupId, teeTimeIds: [teeTimeId], data: { cutOff } }
      const key = `deadline:${teeTimeId}:${cutOff}:${deadline.setAt.toISOString()}`
      await ctx.notify(tx, 'cut-off', [{ ...recipient, key }], now)
    })
  }
}
