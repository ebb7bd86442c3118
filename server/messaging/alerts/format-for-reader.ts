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
import type { DeliveryToCompose } from '../deliveries/deliver.ts'
import { frameMail, type MailParts } from '../outbox/frame-mail.ts'
import type { TeeTimeToNotify } from './store.ts'
import { firstThatFitsOneText, sanitizeForText } from './to-gsm-text.ts'

export interface Reader extends Pick<DeliveryToCompose, 'golferId' | 'timeZone' | 'unsubscribe'> {
  readonly now: Date
  readonly link: (path: string) => string
}

export interface Email extends Pick<MailParts, 'subject' | 'paragraphs' | 'label' | 'address'> {
  /** Completes "You're getting this email because …", without the period. */
  readonly because: string
}

export interface Message extends Email {
  /** Longest first. The text consists of our name, the first wording that fits, and the link. */
  readonly wordings: readonly string[]
  /** Tried after `wordings`, and sent without the link. */
  readonly wordingsWithoutLink?: readonly string[]
}

/** For events that are always emailed. */
export function emailTo({ unsubscribe }: Reader, { because, ...mail }: Email) {
  const reason = `You're getting this email because ${because}.`
  const { address } = mail
  return { text: undefined, address, mail: frameMail({ ...mail, reason, unsubscribe }) }
}

export function messageTo(to: Reader, { wordings, wordingsWithoutLink = [], ...email }: Message) {
  const text = firstThatFitsOneText(
    ...wordings.map((wording) => `Fourball: ${wording} ${email.address}`),
    ...wordingsWithoutLink.map((wording) => `Fourball: ${wording}`),
  )
  return { ...emailTo(to, email), text }
}

/** By default, the email links to the card, and says that the reader gets it because they have a spot. */
export function cardMessage(
  round: TeeTimeToNotify,
  to: Reader,
  parts: Omit<Message, 'label' | 'address' | 'because'> & Partial<Message>,
) {
  const { link: address, group } = wordsAbout(round, to)
  const because = `you have a spot in this tee time in ${group} on Fourball`
  return messageTo(to, { label: 'See the Tee Time', address, because, ...parts })
}

export type CourseTime = Pick<TeeTimeToNotify, 'date' | 'time' | 'startsAt' | 'zone'>

/** Formats a time as '8:12 AM', with the zone's short name if clocks in the reader's zone differ. */
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

export function cutOffOf(round: TeeTimeToNotify): CourseTime | undefined {
  const { cancelHours, zone } = round
  if (cancelHours === null) return undefined
  return courseTimeOf(new Date(round.startsAt.getTime() - cancelHours * HOUR_MS), zone)
}

/** Returns whether a player who leaves now may have to pay. */
export function isPastCutOff(round: TeeTimeToNotify, { now }: Reader): boolean {
  const cutOff = cutOffOf(round)
  return cutOff !== undefined && cutOff.startsAt <= now
}

export function courseTimeOf(startsAt: Date, zone: string): CourseTime {
  return { startsAt, date: localDateOf(startsAt, zone), time: localTimeOf(startsAt, zone), zone }
}

export function wordsAbout(round: TeeTimeToNotify, to: Reader) {
  const time = timeFor(round, to.timeZone)
  const course = courseOf(round)
  return {
    /** '8:12 AM', or '8:12 AM MDT' for a reader whose clock differs. */
    time,
    /** '#7 Sat May 30 8:12 AM Shaganappi Point' for a text, with the course cut to `maxLength` characters. */
    heading: (maxLength: number) =>
      `#${round.number} ${shortDate(round.date)} ${time} ${courseInText(round, maxLength)}`,
    /** 'Shaganappi Point, Sat, May 30, 8:12 AM' for the subject of an email. */
    title: `${course}, ${readableDate(round.date)}, ${time}`,
    /** 'Shaganappi Point on Sat, May 30 at 8:12 AM' for an email. */
    placeAndTime: `${course} on ${longWhen(round, to.timeZone)}`,
    link: cardLinkOf(round, to),
    group: oneLineWithoutLinks(round.groupName, 'your group'),
    creator: oneLineWithoutLinks(round.creatorName, 'A golfer'),
    notes: round.notes === null ? [] : [`Notes: ${oneLineWithoutLinks(round.notes, 'none')}`],
  }
}

/** The maximum lengths of course names in a text, tried in this order until the text fits in one segment. */
export const COURSE_LENGTHS = [30, 20, 10] as const

export function courseInText({ course }: { course: string }, maxLength: number): string {
  return sanitizeForText(course, 'the course', maxLength)
}

export function courseOf({ course }: { course: string }): string {
  return oneLineWithoutLinks(course, 'the course')
}

export function formatSpotCount(count: number): string {
  return `${count} ${count === 1 ? 'spot' : 'spots'}`
}

/** Formats '1 of 4 spots is open'. */
export function formatCountOfAll(count: number, all: number, state: 'open' | 'filled'): string {
  return `${count} of ${formatSpotCount(all)} ${count === 1 ? 'is' : 'are'} ${state}`
}

/** Formats 'Overlaps your 9:00 AM round at Priddis Greens.', plus that round's date if it is not `date`. */
export function shortOverlap(overlap: Overlap, date: string, maxLength: number): string {
  const day = overlap.date === date ? '' : `${shortDate(overlap.date)} `
  return `Overlaps your ${day}${readableTime(overlap.time)} round at ${courseInText(overlap, maxLength)}.`
}

export function longOverlap({ course, date, time, groupName }: Overlap): string {
  const where = `${courseOf({ course })} on ${readableDate(date)} at ${readableTime(time)}`
  return `You're also playing ${where} with ${oneLineWithoutLinks(groupName, 'another group')}. The two rounds overlap.`
}
