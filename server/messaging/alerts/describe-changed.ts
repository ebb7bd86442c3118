import * as z from 'zod/mini'
import type { Overlap } from '../../../contract/overlaps.ts'
import { TEMPERATURE_UNIT, temperatureIn, WIND_UNIT, windIn } from '../../../contract/units.ts'
import { readableDate, readableTime, zoneName } from '../../platform/clock.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import type { NotificationData } from '../../ports.ts'
import { joinNames } from '../../tee-times/index.ts'
import {
  COURSE_LENGTHS,
  cardMessage,
  courseInText,
  courseOf,
  cutOffOf,
  formatSpotCount,
  isPastCutOff,
  longOverlap,
  longWhen,
  messageTo,
  type Reader,
  shortDate,
  shortOverlap,
  shortWhen,
  timeFor,
  wordsAbout,
} from './format-for-reader.ts'
import type { Rounds, TeeTimeToNotify } from './store.ts'
import { firstName, sanitizeForText } from './to-gsm-text.ts'

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

export function describeChanged(
  round: TeeTimeToNotify,
  to: Reader,
  was: TeeTimeBefore,
  overlap?: Overlap,
) {
  const { title, placeAndTime, group, time } = wordsAbout(round, to)
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
  // A leading 'now' in the list of changes also covers the cut-off: "now 8:20 AM, cut-off Fri 8:20 AM".
  const startsWithNow = changed.date || changed.time || changed.course || changed.maxPlayers
  const cutOffNow = cutOff
    ? `${startsWithNow ? '' : 'new '}cut-off ${shortWhen(cutOff, to.timeZone)}`
    : `no cut-off${startsWithNow ? '' : ' now'}`
  const notesNow = round.notes === null ? 'notes removed' : 'new notes'
  const wording = (maxLength: number, before = (what: string) => ` (was ${what})`) => {
    const [date, oldDate] = [shortDate(round.date), shortDate(was.date)]
    const head = [
      `#${round.number}`,
      !changed.date && date,
      !changed.time && time,
      !changed.course && courseInText(round, maxLength),
    ].filter((part) => part !== false)
    const changes = [
      changed.date &&
        changed.time &&
        `${date} ${time}${before(`${oldDate} ${readableTime(was.time)}`)}`,
      changed.date && !changed.time && `${date}${before(oldDate)}`,
      changed.time && !changed.date && `${time}${before(formatOldTime(was.time, round.time))}`,
      changed.course && `${courseInText(round, maxLength)}${before(courseInText(was, maxLength))}`,
      changed.maxPlayers && `${formatSpotCount(round.maxPlayers)}${before(String(was.maxPlayers))}`,
      changed.cutOff && cutOffNow,
      changed.notes && notesNow,
    ].filter((part) => part !== false)
    const warning = overlap ? ` ${shortOverlap(overlap, round.date, maxLength)}` : ''
    return `${lead}${head.join(' ')}: ${startsWithNow ? 'now ' : ''}${changes.join(', ')}.${warning}`
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
    wordings: [wording(30), wording(20), wording(12), wording(12, () => '')],
    subject: `Changed: ${title}`,
    paragraphs: [
      `${subject} has changed. What's different: ${joinNames(what)}. It's ${isMoved ? 'now ' : ''}at ${placeAndTime}.`,
      ...(overlap ? [longOverlap(overlap)] : []),
      ...(changed.notes ? [`Notes: ${oneLineWithoutLinks(round.notes ?? '', 'none')}`] : []),
    ],
    because: `${because} this tee time in ${group} on Fourball`,
  })
}

const PARTICIPATION = {
  spot: { lead: '', subject: 'Your tee time', because: 'you have a spot in' },
  'waiting-list': {
    lead: 'Waiting list: ',
    subject: "The tee time you're waiting for",
    because: "you're waiting for a spot in",
  },
  reservation: {
    lead: 'Reserved for you: ',
    subject: 'The tee time with a spot reserved for you',
    because: 'a spot is reserved for you in',
  },
  post: { lead: '', subject: 'The tee time you posted', because: 'you posted' },
} as const

export function describeZoneChange(rounds: Rounds, to: Reader) {
  const [first] = rounds
  const groupInText = (maxLength: number) =>
    sanitizeForText(first.groupName, 'your group', maxLength)
  const { group } = wordsAbout(first, to)
  const list = rounds.map(
    ({ number, date, time }) => `#${number} ${shortDate(date)} ${readableTime(time)}`,
  )
  const zoneChange = `now on ${zoneName(first.startsAt, first.zone)}. Your tee times stay the same`
  const more = rounds.length > 1 ? ` and ${rounds.length - 1} more` : ''
  return messageTo(to, {
    wordings: [
      `${groupInText(30)} is ${zoneChange}: ${list.join(', ')}.`,
      `${groupInText(20)} is ${zoneChange}: ${list[0]}${more}.`,
      `${groupInText(12)} is ${zoneChange}.`,
    ],
    subject: `${group} changed its time zone`,
    paragraphs: [
      `${group} is now on ${zoneName(first.startsAt, first.zone)}. Your tee times at the course stay the same:`,
      ...rounds.map(
        ({ date, time, startsAt, zone, ...round }) =>
          `${courseOf(round)} on ${readableDate(date)} at ${readableTime(time)} ${zoneName(startsAt, zone)}`,
      ),
    ],
    label: 'See the Tee Times',
    address: to.link(`/${first.slug}`),
    because: `you have a spot in a tee time in ${group} on Fourball`,
  })
}

/** Formats the old time, without AM or PM if the new time has the same: '8:12' next to '8:30 AM'. */
function formatOldTime(was: string, current: string): string {
  const amOrPm = (time: string) => readableTime(time).slice(-2)
  return amOrPm(was) === amOrPm(current) ? readableTime(was).slice(0, -3) : readableTime(was)
}

/** The forecast values that reach the group's limits: rain in percent, wind in km/h, cold in °C. */
export const weatherProblem = z.object({
  rain: z.optional(z.number()),
  wind: z.optional(z.number()),
  cold: z.optional(z.number()),
})

export function describeWeather(
  round: TeeTimeToNotify,
  to: Reader,
  { rain, wind, cold }: z.output<typeof weatherProblem>,
) {
  const { heading, title, placeAndTime } = wordsAbout(round, to)
  const { number, units } = round
  // The degree sign is not in the GSM 03.38 character set. With it, fewer characters fit in a segment.
  const values = (degreeSign: '°' | ' ') => [
    ...(rain === undefined ? [] : [`rain ${rain}%`]),
    ...(wind === undefined ? [] : [`wind ${windIn(units, wind)} ${WIND_UNIT[units]}`]),
    ...(cold === undefined
      ? []
      : [`${temperatureIn(units, cold)}${degreeSign}${TEMPERATURE_UNIT[units]}`]),
  ]
  const mayHaveToPay = isPastCutOff(round, to)
  const reply = ` Not playing? Reply OUT ${number}${mayHaveToPay ? ', but you may have to pay' : ''}.`
  const wording = (maxLength: number) => `${heading(maxLength)}: ${values(' ').join(', ')}.${reply}`
  return cardMessage(round, to, {
    wordings: [
      ...COURSE_LENGTHS.map((maxLength) => `Forecast for ${wording(maxLength)}`),
      wording(10),
    ],
    subject: `Still in? ${title}: ${values('°').join(', ')}`,
    paragraphs: [
      `Forecast for ${placeAndTime}: ${joinNames(values('°'))}. If you're still in, you don't need to do anything. If not, give up your spot so someone else can play.${mayHaveToPay ? ' The cut-off has passed, so you may have to pay unless someone takes it.' : ''}`,
    ],
  })
}

/** @param oldTimes the tee-off before the delay, by the tee time's id */
export function describeDelayed(rounds: Rounds, to: Reader, oldTimes: NotificationData) {
  const [first, ...others] = rounds
  const { title, link, group } = wordsAbout(first, to)
  const leads = new Set(rounds.map((round) => participationIn(round, to).lead))
  // A spot in one tee time and a reservation in another, for example, have no common lead.
  const lead = leads.size === 1 ? [...leads].join('') : ''
  const oldTime = ({ id }: TeeTimeToNotify) => String(oldTimes[id])
  const newTime = (round: TeeTimeToNotify) =>
    `${timeFor(round, to.timeZone)} (was ${formatOldTime(oldTime(round), round.time)})`
  const list = rounds.map((round) => `#${round.number} ${newTime(round)}`)
  const shortList = rounds.map(({ number, time }) => `#${number} ${readableTime(time)}`)
  const paragraphs = rounds.map(
    (round) =>
      `${participationIn(round, to).subject} at ${courseOf(round)} on ${readableDate(round.date)} is delayed to ${timeFor(round, to.timeZone)} (was ${readableTime(oldTime(round))}).`,
  )
  const wording = (maxLength: number, what: string) =>
    others.length === 0
      ? `${lead}Delayed: #${first.number} ${shortDate(first.date)} ${courseInText(first, maxLength)}: now ${newTime(first)}.`
      : `${lead}Delayed: ${shortDate(first.date)} ${courseInText(first, maxLength)}: ${what}.`
  return cardMessage(first, to, {
    wordings: [
      ...COURSE_LENGTHS.map((maxLength) => wording(maxLength, list.join(', '))),
      wording(10, `now ${shortList.join(', ')}`),
      wording(10, `now ${shortList[0]} and ${others.length} more`),
    ],
    subject: `Delayed: ${title}`,
    paragraphs,
    address: others.length === 0 ? link : to.link(`/${first.slug}`),
    because: `${participationIn(first, to).because} this tee time in ${group} on Fourball`,
  })
}

function participationIn({ insteadOfSpot, players }: TeeTimeToNotify, { golferId }: Reader) {
  const hasSpot = players.some(({ id }) => id === golferId)
  return PARTICIPATION[hasSpot ? 'spot' : (insteadOfSpot ?? 'post')]
}

export function describeLate(round: TeeTimeToNotify, to: Reader, name: string, minutes: number) {
  const { heading, placeAndTime } = wordsAbout(round, to)
  const who = oneLineWithoutLinks(name, 'A golfer')
  return cardMessage(round, to, {
    wordings: COURSE_LENGTHS.map(
      (maxLength) => `${firstName(name)} is running ${minutes} min late. ${heading(maxLength)}.`,
    ),
    subject: `${who} is running ${minutes} minutes late`,
    paragraphs: [`${who} is running ${minutes} minutes late for your round at ${placeAndTime}.`],
  })
}
