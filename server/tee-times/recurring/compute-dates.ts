import { addDays, instantAt, localTimeOf } from '../../platform/clock.ts'
import type { recurringTeeTimes } from '../schema.ts'

type Recurrence = Pick<
  typeof recurringTeeTimes.$inferSelect,
  'time' | 'everyWeeks' | 'daysAhead' | 'nextDate'
>

/** Returns the local time of tee-off on a date. If the clocks skip that time, returns the end of the gap. */
export function timeOnDate(date: string, { time }: Recurrence, timeZone: string): string {
  return localTimeOf(instantAt(date, time, timeZone), timeZone)
}

/** Returns when the tee time for a date is posted: `daysAhead` days earlier, at the local time of tee-off. */
export function postingTimeOf(date: string, { time, daysAhead }: Recurrence, timeZone: string) {
  return instantAt(addDays(date, -daysAhead), time, timeZone)
}

/** Returns the dates from `nextDate` on that must be posted now, and the first date that is not due yet. */
export function datesDue(recurrence: Recurrence, timeZone: string, now: Date) {
  const { time, everyWeeks, nextDate } = recurrence
  const due: string[] = []
  let date = nextDate
  while (postingTimeOf(date, recurrence, timeZone) <= now) {
    if (instantAt(date, time, timeZone) > now) due.push(date)
    date = addDays(date, 7 * everyWeeks)
  }
  return { due, next: date }
}

export function upcomingDates(recurrence: Recurrence, timeZone: string, now: Date, limit: number) {
  const { time, everyWeeks, nextDate } = recurrence
  const dates: string[] = []
  for (let date = nextDate; dates.length < limit; date = addDays(date, 7 * everyWeeks)) {
    if (instantAt(date, time, timeZone) > now) dates.push(date)
  }
  return dates
}
