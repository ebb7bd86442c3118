import { addDays, instantAt, instantOf, localTimeOf } from '../../platform/clock.ts'

/** When a standing tee time is played. */
export interface Rhythm {
  /** Local to the group, as the dates are. */
  readonly time: string
  readonly everyWeeks: number
  readonly daysAhead: number
}

/** The next date of a rhythm. */
export function dateAfter(date: string, { everyWeeks }: Pick<Rhythm, 'everyWeeks'>): string {
  return addDays(date, 7 * everyWeeks)
}

/**
 * The hour at which a standing tee time is played on a date. Where the clocks skip its own, it is the
 * first that exists: nobody is there to pick another one, as there is when one posts by hand.
 */
export function timeOn(date: string, { time }: Pick<Rhythm, 'time'>, timeZone: string): string {
  return instantOf(date, time, timeZone) === undefined
    ? localTimeOf(instantAt(date, time, timeZone), timeZone)
    : time
}

export function startOf(date: string, { time }: Pick<Rhythm, 'time'>, timeZone: string): Date {
  return instantAt(date, time, timeZone)
}

/** When the tee time of a date is posted: at its own hour, so many days ahead. */
export function postingOf(
  date: string,
  { time, daysAhead }: Pick<Rhythm, 'time' | 'daysAhead'>,
  timeZone: string,
): Date {
  return instantAt(addDays(date, -daysAhead), time, timeZone)
}

/**
 * The dates from `next` on that are due, and the first that is not. Those that began already are left
 * out: they were missed, by a group that could not post or a server that stood still.
 */
export function datesDue(
  next: string,
  rhythm: Rhythm,
  timeZone: string,
  now: Date,
): { due: string[]; next: string } {
  const due: string[] = []
  let date = next
  while (postingOf(date, rhythm, timeZone) <= now) {
    if (startOf(date, rhythm, timeZone) > now) due.push(date)
    date = dateAfter(date, rhythm)
  }
  return { due, next: date }
}

/** The next dates from `next` on that have not begun. */
export function datesToCome(
  next: string,
  rhythm: Rhythm,
  timeZone: string,
  { now, most }: { now: Date; most: number },
): string[] {
  const dates: string[] = []
  for (let date = next; dates.length < most; date = dateAfter(date, rhythm)) {
    if (startOf(date, rhythm, timeZone) > now) dates.push(date)
  }
  return dates
}
