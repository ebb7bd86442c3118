import type { RecurringTeeTime } from '../../../contract/recurring-tee-times.ts'
import { postingOf, timeOn, upcomingDates } from './compute-dates.ts'
import type { RecurringRow } from './store.ts'

/** How many upcoming dates are shown: a month of a weekly tee time. */
const MOST_DATES = 4

/** Returns a recurring tee time as the members of its group see it. */
export function presentRecurring(row: RecurringRow, timeZone: string, now: Date): RecurringTeeTime {
  const hasEnded = row.endedAt !== null
  const dates = hasEnded
    ? []
    : upcomingDates(row.nextDate, row, timeZone, { now, most: MOST_DATES })
  return {
    id: row.id,
    creator: { id: row.creatorId, name: row.creatorName },
    course: row.course,
    time: row.time,
    everyWeeks: row.everyWeeks,
    daysAhead: row.daysAhead,
    maxPlayers: row.maxPlayers,
    cancelHours: row.cancelHours,
    notes: row.notes,
    joinAsPlayer: row.joinAsPlayer,
    nextDates: dates.map((date) => ({
      date,
      time: timeOn(date, row, timeZone),
      postedAt: postingOf(date, row, timeZone).toISOString(),
      skipped: row.skipped.includes(date),
    })),
    ended: row.endedAt === null ? null : { at: row.endedAt.toISOString(), by: row.endedBy },
  }
}
