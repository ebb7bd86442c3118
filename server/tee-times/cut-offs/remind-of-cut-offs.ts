import { CUT_OFF_REMINDER_HOURS, LATE_CUT_OFF_REMINDER_HOURS } from '../../../contract/cut-offs.ts'
import type { Context } from '../../context.ts'
import { quietStartsAround, quietUntil } from '../../identity/index.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { type CutOffToRemind, listCutOffsToRemind, markReminded } from './store.ts'

/** Quiet hours can last almost a day. A reminder that falls into them is sent an hour before they begin. */
const MAX_HOURS_BEFORE_CUT_OFF = CUT_OFF_REMINDER_HOURS + 25

/** Sends at most one reminder for each cut-off, and none while the tee time is full. */
export async function remindOfCutOffs(ctx: Pick<Context, 'db' | 'clock' | 'notify'>) {
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + MAX_HOURS_BEFORE_CUT_OFF * HOUR_MS)
  const cutOffs = await listCutOffsToRemind(ctx.db, { now, until })
  for (const { teeTimeId, groupId, creatorId, ...timing } of cutOffs) {
    const remindAt = cutOffReminderAt(timing)
    if (remindAt === undefined || remindAt > now) continue
    await ctx.db.transaction(async (tx) => {
      if (!(await markReminded(tx, teeTimeId, timing.setAt, now))) return
      const cutOff = timing.cutOff.toISOString()
      const recipient = { golferId: creatorId, groupId, teeTimeIds: [teeTimeId], data: { cutOff } }
      const key = `deadline:${teeTimeId}:${cutOff}:${timing.setAt.toISOString()}`
      await ctx.notify(tx, 'cut-off', [{ ...recipient, key }], now)
    })
  }
}

type CutOffTiming = Omit<CutOffToRemind, 'teeTimeId' | 'groupId' | 'creatorId'>

/**
 * Returns when to send the reminder: CUT_OFF_REMINDER_HOURS before the cut-off or, if that is in quiet hours,
 * an hour before they begin. If the cut-off was set after that time, returns the time
 * LATE_CUT_OFF_REMINDER_HOURS before the cut-off. If it was set even later, returns undefined.
 */
export function cutOffReminderAt({ cutOff, setAt, quietHours, timeZone }: CutOffTiming) {
  const beforeCutOff = (hours: number) => new Date(cutOff.getTime() - hours * HOUR_MS)
  const planned = beforeCutOff(CUT_OFF_REMINDER_HOURS)
  const isInQuietHours = quietUntil(planned, quietHours, timeZone) !== undefined
  const quietStart = quietStartsAround(planned, quietHours, timeZone).last
  const regularTime = isInQuietHours ? new Date(quietStart - HOUR_MS) : planned
  return [regularTime, beforeCutOff(LATE_CUT_OFF_REMINDER_HOURS)].find((moment) => setAt < moment)
}
