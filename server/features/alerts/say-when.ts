import {
  datedWithYear,
  isSameClock,
  localDateOf,
  readableDate,
  readableTime,
  zoneName,
} from '../../platform/clock.ts'

/** A moment where a course is, and the golfer who reads of it. */
export interface When {
  /** Local to the course. */
  readonly date: string
  /** Local to the course. */
  readonly time: string
  readonly startsAt: Date
  /** The course's. */
  readonly zone: string
}

/** '8:12 AM', with the zone's short name for a golfer whose clock shows something else then. */
export function timeFor({ time, startsAt, zone }: When, readersZone: string): string {
  const readable = readableTime(time)
  return isSameClock(startsAt, zone, readersZone)
    ? readable
    : `${readable} ${zoneName(startsAt, zone)}`
}

/** 'Sat May 30'. */
export function shortDate(date: string): string {
  return readableDate(date).replace(',', '')
}

/** 'Nov 30, 2026': an instant's date in a zone, for what may be months ahead. */
export function dateIn(instant: Date, zone: string): string {
  return datedWithYear(localDateOf(instant, zone))
}

/** 'Sat May 30 8:12 AM'. */
export function shortWhen(when: When, readersZone: string): string {
  return `${shortDate(when.date)} ${timeFor(when, readersZone)}`
}

/** 'Sat, May 30 at 8:12 AM'. */
export function longWhen(when: When, readersZone: string): string {
  return `${readableDate(when.date)} at ${timeFor(when, readersZone)}`
}
