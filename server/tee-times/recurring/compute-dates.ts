import { addDays, instantAt, localTimeOf } from '../../platform/clock.ts'

interface AtTime {
  /** Local to the group, as the dates are. */
  readonly time: string
}

/** When a recurring tee time is played. */
interface Recurrence extends AtTime {
  readonly everyWeeks: number
  readonly daysAhead: number
}

/** Returns the next date of a recurring tee time after the given one. */
export function nextDateAfter(date: string, { everyWeeks }: { everyWeeks: number }): string {
  return addDays(date, 7 * everyWeeks)
}

/** Returns the time of day on a date: the first that exists, if a clock change skips the usual one. */
export function timeOnDate(date: string, { time }: AtTime, timeZone: string): string {
  return localTimeOf(instantAt(date, time, timeZone), timeZone)
}

export function startOnDate(date: string, { time }: AtTime, timeZone: string): Date {
  return instantAt(date, time, timeZone)
}

/** Returns when the tee time of a date is posted: at its own time of day, `daysAhead` days earlier. */
export function postingTimeOf(
  date: string,
  { time, daysAhead }: AtTime & { readonly daysAhead: number },
  timeZone: string,
): Date {
  return instantAt(addDays(date, -daysAhead), time, timeZone)
}

/** Returns the due dates from `next` on, except those that have begun, and the first that is not due. */
export function datesDue(
  next: string,
  rhythm: Recurrence,
  timeZone: string,
  now: Date,
): { due: string[]; next: string } {
  const due: string[] = []
  let date = next
  while (postingTimeOf(date, rhythm, timeZone) <= now) {
    if (startOnDate(date, rhythm, timeZone) > now) due.push(date)
    date = nextDateAfter(date, rhythm)
  }
  return { due, next: date }
}

/** Returns the next dates from `next` on that have not begun. */
export function upcomingDates(
  next: string,
  rhythm: Recurrence,
  timeZone: string,
  { now, most }: { now: Date; most: number },
): string[] {
  const dates: string[] = []
  for (let date = next; dates.length < most; date = nextDateAfter(date, rhythm)) {
    if (startOnDate(date, rhythm, timeZone) > now) dates.push(date)
  }
  return dates
}
