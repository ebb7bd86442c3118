import {
  datedWithYear,
  isSameClock,
  localDateOf,
  readableDate,
  readableTime,
  zoneName,
} from '../../platform/clock.ts'

/** A date and time at a course, with its time zone. */
export interface When {
  /** Local to the course. */
  readonly date: string
  /** Local to the course. */
  readonly time: string
  readonly startsAt: Date
  /** The course's time zone. */
  readonly zone: string
}

/** '8:12 AM', with the zone's short name if the reader's clock shows another time then. */
export function timeFor({ time, startsAt, zone }: When, readerZone: string): string {
  const readable = readableTime(time)
  return isSameClock(startsAt, zone, readerZone)
    ? readable
    : `${readable} ${zoneName(startsAt, zone)}`
}

/** 'Sat May 30'. */
export function shortDate(date: string): string {
  return readableDate(date).replace(',', '')
}

/** 'Nov 30, 2026': the date of an instant in a zone, for dates that may be months ahead. */
export function dateIn(instant: Date, zone: string): string {
  return datedWithYear(localDateOf(instant, zone))
}

/** 'Sat May 30 8:12 AM'. */
export function shortWhen(when: When, readerZone: string): string {
  return `${shortDate(when.date)} ${timeFor(when, readerZone)}`
}

/** 'Sat, May 30 at 8:12 AM'. */
export function longWhen(when: When, readerZone: string): string {
  return `${readableDate(when.date)} at ${timeFor(when, readerZone)}`
}
