import type { Overlap } from '../../../contract/overlaps.ts'
import { readableDate, readableTime, zoneName } from '../../platform/clock.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import type { NotificationData } from '../../ports.ts'
import { cardOf, listed } from '../../tee-times/index.ts'
import type { Composed } from '../deliveries/compose-message.ts'
import { frameMail } from '../outbox/frame-mail.ts'
import { cutOffOf, mailFooter, type Reader } from './address-reader.ts'
import { longOverlap, shortOverlap } from './describe-overlap.ts'
import { groupOf, placeAndTime, titleOf } from './describe-round.ts'
import { longWhen, shortDate, shortWhen, timeFor, type When } from './format-when.ts'
import type { Round } from './store.ts'
import { fittingOnePart, shortened, typedText } from './to-gsm-text.ts'

type Words = Pick<Composed, 'text' | 'mail'>

/** A tee time as it was before an edit. */
export interface Before {
  readonly course: string
  readonly date: string
  readonly time: string
  readonly maxPlayers: number
  readonly notes: string | null
  /** Undefined if it was not recorded. */
  readonly cancelHours?: number | null
}

/** Reads the earlier tee time. @returns undefined for data of another event */
export function beforeOf(data: NotificationData): Before | undefined {
  const { course, date, time, maxPlayers, notes, cancelHours } = data
  return typeof course === 'string' &&
    typeof date === 'string' &&
    typeof time === 'string' &&
    typeof maxPlayers === 'number' &&
    (notes === null || typeof notes === 'string')
    ? {
        ...{ course, date, time, maxPlayers, notes },
        ...((cancelHours === null || typeof cancelHours === 'number') && { cancelHours }),
      }
    : undefined
}

/**
 * Describes what changed to a golfer who has a spot or waits for one; undefined if nothing changed.
 * @param overlap another round that the golfer plays at the new time
 */
export function describeChanged(
  round: Round,
  to: Reader,
  was: Before,
  overlap?: Overlap,
): Words | undefined {
  const changed = {
    course: round.course !== was.course,
    date: round.date !== was.date,
    time: round.time !== was.time,
    maxPlayers: round.maxPlayers !== was.maxPlayers,
    notes: round.notes !== was.notes,
    cutOff: was.cancelHours !== undefined && round.cancelHours !== was.cancelHours,
  }
  if (!Object.values(changed).includes(true)) return undefined
  const lead = LEAD[round.awaits ?? 'spot']
  const time = timeFor(round, to.timeZone)
  const cutOff = cutOffOf(round)
  const cutOffNow =
    cutOff === undefined ? 'no cut-off' : `cut-off ${shortWhen(cutOff, to.timeZone)}`
  const notesNow = round.notes === null ? 'no notes' : 'new notes'
  const said = (most: number, before = (what: string) => ` (was ${what})`) => {
    const course = (typed: string) => shortened(typedText(typed, 'the course'), most)
    const head = [
      `#${round.number}`,
      ...(changed.date ? [] : [shortDate(round.date)]),
      ...(changed.time ? [] : [time]),
      ...(changed.course ? [] : [course(round.course)]),
    ]
    const news = [
      ...(changed.date && changed.time
        ? [
            `${shortDate(round.date)} ${time}${before(`${shortDate(was.date)} ${readableTime(was.time)}`)}`,
          ]
        : [
            ...(changed.date ? [`${shortDate(round.date)}${before(shortDate(was.date))}`] : []),
            ...(changed.time ? [`${time}${before(timeBefore(was.time, round.time))}`] : []),
          ]),
      ...(changed.course ? [`${course(round.course)}${before(course(was.course))}`] : []),
      ...(changed.maxPlayers
        ? [`${round.maxPlayers} players${before(String(was.maxPlayers))}`]
        : []),
      ...(changed.cutOff ? [cutOffNow] : []),
      ...(changed.notes ? [notesNow] : []),
    ]
    const warning = overlap ? `${shortOverlap(overlap, round.date, most)} ` : ''
    return `Fourball: ${lead.text}${head.join(' ')}: ${news[0] === notesNow ? '' : 'now '}${news.join(', ')}. ${warning}${cardOf(round, to)}`
  }
  const course = (typed: string) => oneLineWithoutLinks(typed, 'the course')
  const what = [
    ...(changed.date ? [`the date (was ${readableDate(was.date)})`] : []),
    ...(changed.time ? [`the time (was ${readableTime(was.time)})`] : []),
    ...(changed.course ? [`the course (was ${course(was.course)})`] : []),
    ...(changed.maxPlayers ? [`the players (${round.maxPlayers}, was ${was.maxPlayers})`] : []),
    ...(changed.cutOff ? [`the course's cut-off (${cutOffInWords(cutOff, to)})`] : []),
    ...(changed.notes ? ['the notes'] : []),
  ]
  return {
    text: fittingOnePart(
      said(30),
      said(20),
      said(12),
      said(12, () => ''),
    ),
    mail: frameMail({
      subject: `Changed: ${titleOf(round, to)}`,
      paragraphs: [
        `${lead.mail} is at ${placeAndTime(round, to)} now. What changed: ${listed(what)}.`,
        ...(overlap ? [longOverlap(overlap)] : []),
        ...(changed.notes
          ? [`Notes: ${round.notes === null ? 'none' : oneLineWithoutLinks(round.notes, 'none')}`]
          : []),
      ],
      link: { label: 'See the tee time', address: cardOf(round, to) },
      ...mailFooter(
        to,
        `because ${lead.because} in this tee time of ${groupOf(round)} on Fourball`,
      ),
    }),
  }
}

function cutOffInWords(cutOff: When | undefined, to: Reader): string {
  return cutOff === undefined ? 'none now' : `${longWhen(cutOff, to.timeZone)} now`
}

/** How an edited tee time concerns a golfer. */
const LEAD = {
  spot: { text: '', mail: 'Your tee time', because: 'you have a spot' },
  line: {
    text: 'You wait for ',
    mail: 'The tee time that you wait for',
    because: 'you wait for a spot',
  },
  hold: {
    text: 'Held for you: ',
    mail: 'The tee time in which a spot is held for you',
    because: 'a spot is held for you',
  },
} as const

/** Tells a player that their rounds moved to the group's new time zone. */
export function describeMoved(rounds: readonly [Round, ...Round[]], to: Reader): Words {
  const [first] = rounds
  const group = typedText(first.groupName, 'your group')
  const when = (round: Round) =>
    `${readableTime(round.time)} ${zoneName(round.startsAt, round.zone)}`
  const list = rounds.map(
    ({ number, date, time }) => `#${number} ${shortDate(date)} ${readableTime(time)}`,
  )
  const link = to.link(`/${first.slug}`)
  const keep = `now on ${zoneName(first.startsAt, first.zone)}. Your tee times keep local time`
  const more = rounds.length > 1 ? ` and ${rounds.length - 1} more` : ''
  return {
    text: fittingOnePart(
      `Fourball: ${shortened(group, 30)} is ${keep}: ${list.join(', ')}. ${link}`,
      `Fourball: ${shortened(group, 20)} is ${keep}: ${list[0]}${more}. ${link}`,
      `Fourball: ${shortened(group, 12)} is ${keep}. ${link}`,
    ),
    mail: frameMail({
      subject: `${groupOf(first)} is in another time zone now`,
      paragraphs: [
        `The times of ${groupOf(first)} are those of ${first.zone.replaceAll('_', ' ')} now. Your tee times keep the local time that was booked at the course:`,
        ...rounds.map(
          (round) =>
            `${oneLineWithoutLinks(round.course, 'the course')} on ${readableDate(round.date)} at ${when(round)}`,
        ),
      ],
      link: { label: 'See the tee times', address: link },
      ...mailFooter(to, `because you have a spot in a tee time of ${groupOf(first)} on Fourball`),
    }),
  }
}

/** Formats the earlier time, without AM or PM if it is the same: '8:12' next to '8:30 AM'. */
export function timeBefore(was: string, is: string): string {
  const half = (time: string) => readableTime(time).slice(-2)
  return half(was) === half(is) ? readableTime(was).slice(0, -3) : readableTime(was)
}
