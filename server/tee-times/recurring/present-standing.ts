import type { StandingTime } from '../../../contract/standing-times.ts'
import { datesToCome, postingOf, timeOn } from './reckon-dates.ts'
import type { StandingRow } from './store.ts'

/** How many upcoming dates are shown: a month of a weekly tee time. */
const MOST_DATES = 4

/** Returns a recurring tee time as the members of its group see it. */
export function presentStanding(row: StandingRow, timeZone: string, now: Date): StandingTime {
  const isOver = row.endedAt !== null
  const dates = isOver ? [] : datesToCome(row.nextDate, row, timeZone, { now, most: MOST_DATES })
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
