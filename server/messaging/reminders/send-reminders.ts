import {
  EVENING_REMINDER_AT,
  SECOND_REMINDER_HOURS,
  TRIAL_NOTICE_DAYS,
} from '../../../contract/alerts.ts'
import type { Context } from '../../context.ts'
import { addDays, HOUR_MS, instantAt } from '../../platform/clock.ts'
import { notify } from '../deliveries/queue-messages.ts'
import * as store from './store.ts'

/** For how many hours the evening reminder may be sent late, for example after downtime: until 22:00. */
const EVENING_REMINDER_MAX_DELAY_HOURS = 4
/** The second reminder is sent at least this many hours before tee-off, or not at all. */
const SECOND_REMINDER_MIN_HOURS = 1
/** Tee-off is within 60 hours of an evening reminder, even for a golfer at UTC+14 and a course at UTC-12. */
const MAX_HOURS_AHEAD = 60

/** Sends each reminder once per tee-off, only to golfers who had their spot when the reminder was due. */
export async function remindPlayers(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
  const startsBefore = hoursFromNow(MAX_HOURS_AHEAD)
  const roundDates = await store.listRoundDates(ctx.db, now, startsBefore)
  const due = roundDates.flatMap(({ date, playerZone }) => {
    const dueAt = instantAt(addDays(date, -1), EVENING_REMINDER_AT, playerZone)
    return dueAt <= now &&
      now < new Date(dueAt.getTime() + EVENING_REMINDER_MAX_DELAY_HOURS * HOUR_MS)
      ? [{ date, playerZone, dueAt }]
      : []
  })
  if (due.length > 0) {
    const players = await store.findPlayersOnDates(ctx.db, due, now, startsBefore)
    await notify(ctx.db, 'reminder-evening', players, now)
  }
  const [from, until] = [
    hoursFromNow(SECOND_REMINDER_MIN_HOURS),
    hoursFromNow(SECOND_REMINDER_HOURS),
  ]
  const players = await store.findPlayersStartingSoon(ctx.db, now, from, until)
  await notify(ctx.db, 'reminder-soon', players, now)
}

/** Sends each notice once per end date. After downtime, sends it up to a day late, but not after the end. */
export async function notifyTrialEnd(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  for (const days of TRIAL_NOTICE_DAYS) {
    await notify(ctx.db, 'trial-ends', await store.findOwnersNearExpiry(ctx.db, days, now), now)
  }
}
