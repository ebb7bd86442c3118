import { readableDate, readableTime } from '../../platform/clock.ts'

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
  return hasSameClock(startsAt, zone, readersZone)
    ? readable
    : `${readable} ${zoneName(startsAt, zone)}`
}

/** 'Sat May 30'. */
export function shortDate(date: string): string {
  return readableDate(date).replace(',', '')
}

/** 'Sat May 30 8:12 AM'. */
export function shortWhen(when: When, readersZone: string): string {
  return `${shortDate(when.date)} ${timeFor(when, readersZone)}`
}

/** 'Sat, May 30 at 8:12 AM'. */
export function longWhen(when: When, readersZone: string): string {
  return `${readableDate(when.date)} at ${timeFor(when, readersZone)}`
}

/** What a zone is called in short at an instant: 'MDT'. */
export function zoneName(instant: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'short',
  }).formatToParts(instant)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

function hasSameClock(instant: Date, one: string, other: string): boolean {
  const local = (timeZone: string) =>
    instant.toLocaleString('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return one === other || local(one) === local(other)
}
