import type { Overlap } from '../../../contract/overlaps.ts'
import {
  datedWithYear,
  isSameClock,
  localDateOf,
  localTimeOf,
  readableDate,
  readableTime,
  zoneName,
} from '../../platform/clock.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import type { Round } from './store.ts'
import { shortened, typedText } from './to-gsm-text.ts'

/** The reader of a message, and how to link to the app. */
export interface Reader {
  readonly golferId: number
  /** IANA name. */
  readonly timeZone: string
  readonly now: Date
  /** Returns the URL of a path of the app. */
  readonly link: (path: string) => string
  /** The unsubscribe URL for emails of this kind; undefined for those that cannot be switched off. */
  readonly unsubscribe: string | undefined
}

/** Returns the footer of an email. @param because 'because ...', without a period */
export function mailFooter(
  to: Reader,
  because: string,
): { reason: string; unsubscribe?: string | undefined } {
  return { reason: `You get this email ${because}.`, unsubscribe: to.unsubscribe }
}

const HOUR_MS = 3_600_000

/** Returns the course's cancellation deadline, or undefined if none was entered. */
export function cutOffOf({
  cancelHours,
  startsAt: teeOff,
  zone,
}: Pick<Round, 'cancelHours' | 'startsAt' | 'zone'>): When | undefined {
  if (cancelHours === null) return undefined
  const startsAt = new Date(teeOff.getTime() - cancelHours * HOUR_MS)
  return { startsAt, date: localDateOf(startsAt, zone), time: localTimeOf(startsAt, zone), zone }
}

/** '1 spot', '2 spots'. */
export function spots(count: number): string {
  return `${count} ${count === 1 ? 'spot' : 'spots'}`
}

/** Returns whether a golfer has a spot in a tee time. */
export function plays({ players }: Pick<Round, 'players'>, golferId: number): boolean {
  return players.some(({ id }) => id === golferId)
}

/** Lists a tee time's players by name, with the reader as 'you'. */
export function playersFor(
  { players }: Pick<Round, 'players'>,
  to: Reader,
  nameOf = (name: string) => oneLineWithoutLinks(name, 'a golfer'),
): string[] {
  return players.map(({ id, name }) => (id === to.golferId ? 'you' : nameOf(name)))
}

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

/**
 * Mentions another round of the golfer in a text: 'Overlaps your 9:00 AM round at Priddis Greens.'
 * @param date the date of the round the text is about; the other round's date is omitted if it is the same
 * @param most the most characters of the course to show
 */
export function shortOverlap(overlap: Overlap, date: string, most: number): string {
  const day = overlap.date === date ? '' : `${shortDate(overlap.date)} `
  const course = shortened(typedText(overlap.course, 'the course'), most)
  return `Overlaps your ${day}${readableTime(overlap.time)} round at ${course}.`
}

/** Does the same as {@link shortOverlap} for an email. */
export function longOverlap({ course, date, time, groupName }: Overlap): string {
  const where = `${oneLineWithoutLinks(course, 'the course')} on ${readableDate(date)} at ${readableTime(time)}`
  return `You also play ${where} with ${oneLineWithoutLinks(groupName, 'another group')}. The two rounds overlap.`
}
