import { addDays, instantAt, localTimeOf } from '../../platform/clock.ts'
import type { recurringTeeTimes } from '../schema.ts'

type Recurrence = Pick<typeof recurringTeeTimes.$inferSelect, 'time' | 'everyWeeks' | 'daysAhead'>

/** Returns the local time of tee-off on a date. If the clocks skip that time, returns the end of the gap. */
export function timeOnDate(date: string, { time }: Recurrence, timeZone: string): string {
  return localTimeOf(instantAt(date, time, timeZone), timeZone)
}

/** Returns when a date is posted: at the local time of tee-off, `daysAhead` days earlier. */
export function postingTimeOf(date: string, { time, daysAhead }: Recurrence, timeZone: string) {
  return instantAt(addDays(date, -daysAhead), time, timeZone)
}

/** Returns the dates from `next` on that must be posted now, and the first date that is not due yet. */
export function datesDue(next: string, rhythm: Recurrence, timeZone: string, now: Date) {
  const due: string[] = []
  let date = next
  while (postingTimeOf(date, rhythm, timeZone) <= now) {
    if (instantAt(date, rhythm.time, timeZone) > now) due.push(date)
    date = addDays(date, 7 * rhythm.everyWeeks)
  }
  return { due, next: date }
}

export function upcomingDates(
  next: string,
  { time, everyWeeks }: Recurrence,
  timeZone: string,
  { now, limit }: { now: Date; limit: number },
): string[] {
  const dates: string[] = []
  for (let date = next; dates.length < limit; date = addDays(date, 7 * everyWeeks)) {
    if (instantAt(date, time, timeZone) > now) dates.push(date)
  }
  return dates
}
