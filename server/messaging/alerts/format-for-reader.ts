import type { Overlap } from '../../../contract/overlaps.ts'
import {
  HOUR_MS,
  isSameClock,
  localDateOf,
  localTimeOf,
  readableDate,
  readableDateWithYear,
  readableTime,
  zoneName,
} from '../../platform/clock.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import { cardLinkOf } from '../../tee-times/index.ts'
import type { Composed } from '../deliveries/deliver.ts'
import { frameMail, type MailParts } from '../outbox/frame-mail.ts'
import type { TeeTimeToNotify } from './store.ts'
import { firstThatFitsOneText, sanitizeForText, shortenName } from './to-gsm-text.ts'

/** The golfer who reads a message, and the facts that its wording and links depend on. */
export interface Reader {
  readonly golferId: number
  /** IANA name. */
  readonly timeZone: string
  readonly now: Date
  /** Returns the URL of a path of the app. */
  readonly link: (path: string) => string
  /** The URL that switches off emails of this kind; undefined if they cannot be switched off. */
  readonly unsubscribe: string | undefined
}

export interface MailContent extends Pick<MailParts, 'subject' | 'paragraphs' | 'label'> {
  /** Why the reader gets the email: "You're getting this email because ...", without a period. */
  readonly because: string
}

/** Builds an email for a reader, with a link to `address`. */
export function mailTo(
  { unsubscribe }: Reader,
  address: string,
  { because, ...content }: MailContent,
): Composed['mail'] {
  const reason = `You're getting this email because ${because}.`
  return frameMail({ ...content, address, reason, unsubscribe })
}

/**
 * Builds an email about a tee time. By default, the email links to the card and gives as its reason that the
 * reader has a spot.
 */
export function cardMail(
  round: TeeTimeToNotify,
  to: Reader,
  content: Omit<MailContent, 'label' | 'because'> & Partial<MailContent>,
  address = cardLinkOf(round, to),
): Composed['mail'] {
  const because = `you have a spot in this tee time in ${groupOf(round)} on Fourball`
  return mailTo(to, address, { label: 'See the Tee Time', because, ...content })
}

/** A date and time in the course's time zone. */
export type CourseTime = Pick<TeeTimeToNotify, 'date' | 'time' | 'startsAt' | 'zone'>

/** Formats a time as '8:12 AM', and adds the zone's short name if clocks in the reader's zone differ. */
export function timeFor({ time, startsAt, zone }: CourseTime, readerZone: string): string {
  const readable = readableTime(time)
  return isSameClock(startsAt, zone, readerZone)
    ? readable
    : `${readable} ${zoneName(startsAt, zone)}`
}

/** Formats a date as 'Sat May 30'. */
export function shortDate(date: string): string {
  return readableDate(date).replace(',', '')
}

/** Formats an instant's date in a zone as 'Nov 30, 2026', for dates that may be months ahead. */
export function dateIn(instant: Date, zone: string): string {
  return readableDateWithYear(localDateOf(instant, zone))
}

/** Formats a date and time as 'Sat May 30 8:12 AM'. */
export function shortWhen(when: CourseTime, readerZone: string): string {
  return `${shortDate(when.date)} ${timeFor(when, readerZone)}`
}

/** Formats a date and time as 'Sat, May 30 at 8:12 AM'. */
export function longWhen(when: CourseTime, readerZone: string): string {
  return `${readableDate(when.date)} at ${timeFor(when, readerZone)}`
}

/** Returns the cut-off of a tee time, or undefined if it has none. */
export function cutOffOf(
  round: Pick<TeeTimeToNotify, 'cancelHours' | 'startsAt' | 'zone'>,
): CourseTime | undefined {
  const { cancelHours, zone } = round
  if (cancelHours === null) return undefined
  const startsAt = new Date(round.startsAt.getTime() - cancelHours * HOUR_MS)
  return { startsAt, date: localDateOf(startsAt, zone), time: localTimeOf(startsAt, zone), zone }
}

/** Formats '#7 Sat May 30 8:12 AM Shaganappi Point' for a text, with the course cut to `most` characters. */
export function headingForText(round: TeeTimeToNotify, to: Reader, most: number): string {
  const course = shortenName(sanitizeForText(round.course, 'the course'), most)
  return `#${round.number} ${shortWhen(round, to.timeZone)} ${course}`
}

/** Returns the first wording that fits one text, with the course cut to 30, 20 or 10 letters, or `shorter`. */
export function shortenCourseToFit(
  said: (most: number) => string,
  ...shorter: readonly string[]
): string {
  return firstThatFitsOneText(said(30), said(20), said(10), ...shorter)
}

/** Formats 'Shaganappi Point, Sat, May 30, 8:12 AM' for the subject of an email. */
export function titleOf(round: TeeTimeToNotify, to: Reader): string {
  return `${courseOf(round)}, ${readableDate(round.date)}, ${timeFor(round, to.timeZone)}`
}

/** Formats 'Shaganappi Point on Sat, May 30 at 8:12 AM'. */
export function placeAndTime(round: TeeTimeToNotify, to: Reader): string {
  return `${courseOf(round)} on ${longWhen(round, to.timeZone)}`
}

/** Returns the course as shown in emails. */
export function courseOf({ course }: Pick<TeeTimeToNotify, 'course'>): string {
  return oneLineWithoutLinks(course, 'the course')
}

/** Returns the group's name as shown in emails. */
export function groupOf({ groupName }: Pick<TeeTimeToNotify, 'groupName'>): string {
  return oneLineWithoutLinks(groupName, 'your group')
}

/** Returns the poster's name as shown in emails. */
export function creatorOf({ creatorName }: Pick<TeeTimeToNotify, 'creatorName'>): string {
  return oneLineWithoutLinks(creatorName, 'A golfer')
}

/** Returns the poster's notes as a paragraph of an email, or no paragraph if there are no notes. */
export function notesOf({ notes }: Pick<TeeTimeToNotify, 'notes'>): string[] {
  return notes === null ? [] : [`Notes: ${oneLineWithoutLinks(notes, 'none')}`]
}

/** Formats a count as '1 spot' or '2 spots'. */
export function formatSpotCount(count: number): string {
  return `${count} ${count === 1 ? 'spot' : 'spots'}`
}

/** Returns whether a golfer has a spot in a tee time. */
export function hasSpot({ players }: Pick<TeeTimeToNotify, 'players'>, golferId: number): boolean {
  return players.some(({ id }) => id === golferId)
}

/** Formats 'Overlaps your 9:00 AM round at Priddis Greens.', plus that round's date if it is not `date`. */
export function shortOverlap(overlap: Overlap, date: string, most: number): string {
  const day = overlap.date === date ? '' : `${shortDate(overlap.date)} `
  const course = shortenName(sanitizeForText(overlap.course, 'the course'), most)
  return `Overlaps your ${day}${readableTime(overlap.time)} round at ${course}.`
}

/** Writes the sentences about an overlapping round for an email. */
export function longOverlap({ course, date, time, groupName }: Overlap): string {
  const where = `${courseOf({ course })} on ${readableDate(date)} at ${readableTime(time)}`
  return `You're also playing ${where} with ${oneLineWithoutLinks(groupName, 'another group')}. The two rounds overlap.`
}
