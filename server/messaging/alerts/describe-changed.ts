import * as z from 'zod/mini'
import type { Overlap } from '../../../contract/overlaps.ts'
import { readableDate, readableTime, zoneName } from '../../platform/clock.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import { joinNames } from '../../tee-times/index.ts'
import {
  cardMessage,
  courseInText,
  courseOf,
  cutOffOf,
  formatSpotCount,
  longOverlap,
  longWhen,
  messageTo,
  type Reader,
  shortDate,
  shortOverlap,
  shortWhen,
  wordsAbout,
} from './format-for-reader.ts'
import type { Rounds, TeeTimeToNotify } from './store.ts'
import { firstThatFitsOneText, sanitizeForText, shortenName } from './to-gsm-text.ts'

/** The tee time before an edit, in the data of a 'changed' message. */
export const teeTimeBefore = z.object({
  course: z.string(),
  date: z.string(),
  time: z.string(),
  maxPlayers: z.int(),
  notes: z.nullable(z.string()),
  // Missing from messages that were queued before cut-offs existed.
  cancelHours: z.optional(z.nullable(z.int())),
})

export type TeeTimeBefore = z.output<typeof teeTimeBefore>

/** Returns undefined if nothing changed. */
export function describeChanged(
  round: TeeTimeToNotify,
  to: Reader,
  was: TeeTimeBefore,
  overlap?: Overlap,
) {
  const { title, placeAndTime, link, group, time } = wordsAbout(round, to)
  const changed = {
    course: round.course !== was.course,
    date: round.date !== was.date,
    time: round.time !== was.time,
    maxPlayers: round.maxPlayers !== was.maxPlayers,
    notes: round.notes !== was.notes,
    cutOff: was.cancelHours !== undefined && round.cancelHours !== was.cancelHours,
  }
  if (!Object.values(changed).includes(true)) return undefined
  const { lead, subject, because } = PARTICIPATION[round.insteadOfSpot ?? 'spot']
  const cutOff = cutOffOf(round)
  // If the list of changes starts with 'now', that covers the cut-off: "now 8:20 AM, cut-off Fri 8:20 AM".
  const startsWithNow = changed.date || changed.time || changed.course || changed.maxPlayers
  const cutOffNow = cutOff
    ? `${startsWithNow ? '' : 'new '}cut-off ${shortWhen(cutOff, to.timeZone)}`
    : `no cut-off${startsWithNow ? '' : ' now'}`
  const notesNow = round.notes === null ? 'notes removed' : 'new notes'
  const wording = (maxLength: number, before = (what: string) => ` (was ${what})`) => {
    const head = [
      `#${round.number}`,
      !changed.date && shortDate(round.date),
      !changed.time && time,
      !changed.course && courseInText(round, maxLength),
    ].filter((part) => part !== false)
    const isOtherWhen = changed.date && changed.time
    const changes = [
      isOtherWhen &&
        `${shortDate(round.date)} ${time}${before(`${shortDate(was.date)} ${readableTime(was.time)}`)}`,
      !isOtherWhen && changed.date && `${shortDate(round.date)}${before(shortDate(was.date))}`,
      !isOtherWhen && changed.time && `${time}${before(formatOldTime(was.time, round.time))}`,
      changed.course && `${courseInText(round, maxLength)}${before(courseInText(was, maxLength))}`,
      changed.maxPlayers && `${formatSpotCount(round.maxPlayers)}${before(String(was.maxPlayers))}`,
      changed.cutOff && cutOffNow,
      changed.notes && notesNow,
    ].filter((part) => part !== false)
    const warning = overlap ? `${shortOverlap(overlap, round.date, maxLength)} ` : ''
    return `Fourball: ${lead}${head.join(' ')}: ${startsWithNow ? 'now ' : ''}${changes.join(', ')}. ${warning}${link}`
  }
  const what = [
    changed.date && `the date (was ${readableDate(was.date)})`,
    changed.time && `the time (was ${readableTime(was.time)})`,
    changed.course && `the course (was ${courseOf(was)})`,
    changed.maxPlayers && `the number of spots (now ${round.maxPlayers}, was ${was.maxPlayers})`,
    changed.cutOff &&
      `the cancellation cut-off (now ${cutOff ? longWhen(cutOff, to.timeZone) : 'none'})`,
    changed.notes && 'the notes',
  ].filter((part) => part !== false)
  const isMoved = changed.course || changed.date || changed.time
  return cardMessage(round, to, {
    text: firstThatFitsOneText(
      wording(30),
      wording(20),
      wording(12),
      wording(12, () => ''),
    ),
    subject: `Changed: ${title}`,
    paragraphs: [
      `${subject} has changed. What's different: ${joinNames(what)}. It's ${isMoved ? 'now ' : ''}at ${placeAndTime}.`,
      ...(overlap ? [longOverlap(overlap)] : []),
      ...(changed.notes ? [`Notes: ${oneLineWithoutLinks(round.notes ?? '', 'none')}`] : []),
    ],
    because: `${because} in this tee time in ${group} on Fourball`,
  })
}

const PARTICIPATION = {
  spot: { lead: '', subject: 'Your tee time', because: 'you have a spot' },
  'waiting-list': {
    lead: 'Waiting list: ',
    subject: "The tee time you're waiting for",
    because: "you're waiting for a spot",
  },
  reservation: {
    lead: 'Reserved for you: ',
    subject: 'The tee time with a spot reserved for you',
    because: 'a spot is reserved for you',
  },
} as const

export function describeMoved(rounds: Rounds, to: Reader) {
  const [first] = rounds
  const inText = sanitizeForText(first.groupName, 'your group')
  const { group } = wordsAbout(first, to)
  const list = rounds.map(
    ({ number, date, time }) => `#${number} ${shortDate(date)} ${readableTime(time)}`,
  )
  const link = to.link(`/${first.slug}`)
  const zoneChange = `now on ${zoneName(first.startsAt, first.zone)}. Your tee times stay the same`
  const more = rounds.length > 1 ? ` and ${rounds.length - 1} more` : ''
  return messageTo(to, link, {
    text: firstThatFitsOneText(
      `Fourball: ${shortenName(inText, 30)} is ${zoneChange}: ${list.join(', ')}. ${link}`,
      `Fourball: ${shortenName(inText, 20)} is ${zoneChange}: ${list[0]}${more}. ${link}`,
      `Fourball: ${shortenName(inText, 12)} is ${zoneChange}. ${link}`,
    ),
    subject: `${group} changed its time zone`,
    paragraphs: [
      `${group} is now on ${zoneName(first.startsAt, first.zone)}. Your tee times at the course stay the same:`,
      ...rounds.map(
        ({ date, time, startsAt, zone, ...round }) =>
          `${courseOf(round)} on ${readableDate(date)} at ${readableTime(time)} ${zoneName(startsAt, zone)}`,
      ),
    ],
    label: 'See the Tee Times',
    because: `you have a spot in a tee time in ${group} on Fourball`,
  })
}

/** Formats the old time, without AM or PM if the new time has the same: '8:12' next to '8:30 AM'. */
export function formatOldTime(was: string, is: string): string {
  const half = (time: string) => readableTime(time).slice(-2)
  return half(was) === half(is) ? readableTime(was).slice(0, -3) : readableTime(was)
}
