import { LIST_DAYS } from '../../../contract/messages.ts'
import type { Overlap } from '../../../contract/overlaps.ts'
import { addDays, localDateOf } from '../../platform/clock.ts'
import { joinNames } from '../../tee-times/index.ts'
import {
  COURSE_LENGTHS,
  cardMessage,
  courseTimeOf,
  formatCountOfAll,
  formatSpotCount,
  longOverlap,
  type Reader,
  shortDate,
  shortOverlap,
  shortWhen,
  timeFor,
  wordsAbout,
} from './format-for-reader.ts'
import type { Rounds, TeeTimeToNotify } from './store.ts'
import { firstName, sanitizeForText } from './to-gsm-text.ts'

/** The most tee times that a text lists. If there are more, it gives only their count and dates. */
const MAX_LISTED = 3

export function describePosted(rounds: Rounds, to: Reader, { hasMore = false } = {}) {
  const [first] = rounds
  const { title, group } = wordsAbout(first, to)
  const count = `${rounds.length}${hasMore ? '+' : ''}`
  const isOne = rounds.length === 1
  return cardMessage(first, to, {
    wordings: isOne
      ? invitationWordings(first, to, `${formatSpotCount(first.openSpots)} open`)
      : listWordings(rounds, to, count, hasMore),
    subject: isOne
      ? `${title}: ${formatSpotCount(first.openSpots)} open`
      : `${count} new tee times in ${group}`,
    paragraphs: rounds.flatMap((round) => {
      const { creator, placeAndTime, notes } = wordsAbout(round, to)
      return [
        `${creator} posted a tee time at ${placeAndTime}. ${formatCountOfAll(round.openSpots, round.maxPlayers, 'open')}.`,
        ...notes,
      ]
    }),
    label: isOne ? 'Claim a Spot' : 'See the Tee Times',
    ...(!isOne && { address: to.link(`/${first.slug}`) }),
    because: `a tee time was posted in ${group} on Fourball`,
  })
}

export function describeOpenSpot(round: TeeTimeToNotify, to: Reader) {
  const { title, placeAndTime, notes, group } = wordsAbout(round, to)
  const open = `${formatSpotCount(round.openSpots)} open again`
  return cardMessage(round, to, {
    wordings: invitationWordings(round, to, open),
    subject: `${title}: ${open}`,
    paragraphs: [
      `A spot opened in a full tee time: ${placeAndTime}. ${formatCountOfAll(round.openSpots, round.maxPlayers, 'open')}.`,
      ...notes,
    ],
    label: 'Claim a Spot',
    because: `a spot opened in ${group} on Fourball`,
  })
}

function invitationWordings(round: TeeTimeToNotify, to: Reader, what: string): string[] {
  const { heading } = wordsAbout(round, to)
  const by = ` (${firstName(round.creatorName)})`
  const wording = (maxLength: number, who: string) =>
    `${what}: ${heading(maxLength)}${who}. Reply IN ${round.number}.`
  return [wording(30, by), wording(20, by), wording(20, ''), wording(10, '')]
}

function listWordings(rounds: Rounds, to: Reader, count: string, hasMore: boolean): string[] {
  const [first] = rounds
  const last = rounds.at(-1) ?? first
  const replies = rounds.map(({ number }) => `IN ${number}`)
  const withList = (maxLength: number, isLong: boolean) => {
    const spots = (round: TeeTimeToNotify) =>
      isLong ? `, ${formatSpotCount(round.openSpots)}` : ''
    const list = rounds.map((round) => `${wordsAbout(round, to).heading(maxLength)}${spots(round)}`)
    return `New: ${list.join('; ')}. Reply ${joinNames(replies, 'or')}.`
  }
  const dateRange =
    first.date === last.date
      ? `on ${shortDate(first.date)}`
      : `${shortDate(first.date)} to ${shortDate(last.date)}`
  const days = hasMore ? `starting ${shortDate(first.date)}` : dateRange
  // The reply to the text LIST shows only the next few days.
  const isListed = first.date < addDays(localDateOf(to.now, first.zone), LIST_DAYS)
  const group = sanitizeForText(first.groupName, 'your group', 30)
  const withCount = `${count} new tee times in ${group}, ${days}. ${isListed ? 'Reply LIST, or see' : 'See'}`
  return rounds.length <= MAX_LISTED
    ? [withList(30, true), withList(20, false), withList(12, false), withCount]
    : [withCount]
}

export function describeOffer(round: TeeTimeToNotify, to: Reader, until: Date) {
  const { heading, title, placeAndTime, group } = wordsAbout(round, to)
  const { number } = round
  const end = formatEnd(until, round, to)
  const wording = (teeTime: string, mentionsPass: boolean) =>
    `A spot opened for you: ${teeTime}. Take it by ${end}. Reply IN ${number}${mentionsPass ? `, or OUT ${number} to pass` : ''}.`
  return cardMessage(round, to, {
    wordings: [
      ...COURSE_LENGTHS.map((maxLength) => wording(heading(maxLength), true)),
      wording(heading(20), false),
      wording(heading(10), false),
      wording(`#${number} ${shortWhen(round, to.timeZone)}`, false),
    ],
    subject: `A spot opened for you. Take it by ${end}: ${title}`,
    paragraphs: [
      `A spot opened for you: ${placeAndTime}. Take it by ${end}. After that, someone else can take it.`,
    ],
    label: 'Take the Spot, or Pass',
    because: becauseWaiting(group),
  })
}

export function describeReserved(round: TeeTimeToNotify, to: Reader, until: Date) {
  const { heading, title, placeAndTime, group, creator } = wordsAbout(round, to)
  const { number } = round
  const end = formatEnd(until, round, to)
  const by = firstName(round.creatorName)
  const wording = (teeTime: string) =>
    `${by} reserved a spot for you until ${end}: ${teeTime}. Reply IN ${number}.`
  return cardMessage(round, to, {
    wordings: [
      ...COURSE_LENGTHS.map((maxLength) => wording(heading(maxLength))),
      wording(`#${number} ${shortWhen(round, to.timeZone)}`),
    ],
    subject: `A spot is reserved for you until ${end}: ${title}`,
    paragraphs: [
      `${creator} reserved a spot for you: ${placeAndTime}. Take it by ${end}. After that, someone else can claim it.`,
    ],
    label: 'Take the Spot, or Pass',
    because: `a spot was reserved for you in ${group} on Fourball`,
  })
}

export function describeSpotFromWaitingList(round: TeeTimeToNotify, to: Reader, overlap?: Overlap) {
  const { heading, title, placeAndTime, group } = wordsAbout(round, to)
  const wording = (maxLength: number, why: string) =>
    `You're in: ${heading(maxLength)}.${why} Reply OUT ${round.number} to leave.`
  const fullWordings = COURSE_LENGTHS.map((maxLength) =>
    overlap
      ? wording(maxLength, ` ${shortOverlap(overlap, round.date, maxLength)}`)
      : wording(maxLength, ' You were next in line.'),
  )
  return cardMessage(round, to, {
    // If the text is too long, drop the link rather than the warning.
    ...(overlap
      ? { wordings: fullWordings.slice(0, 1), wordingsWithoutLink: fullWordings }
      : { wordings: [...fullWordings, wording(10, '')] }),
    subject: `You're in: ${title}`,
    paragraphs: [
      `You were next in line and got a spot: ${placeAndTime}.${overlap ? ` ${longOverlap(overlap)}` : ''}`,
    ],
    because: becauseWaiting(group),
  })
}

export function describeOfferExpired(round: TeeTimeToNotify, to: Reader) {
  const { heading, title, placeAndTime, group } = wordsAbout(round, to)
  const { number, waiting } = round
  const isOpen = round.openSpots > 0
  const state = isOpen
    ? 'A spot is still open.'
    : waiting > 0
      ? 'The spot went to the next golfer in line.'
      : ''
  const reply = isOpen ? `Reply IN ${number}.` : `Reply WAIT ${number} to get back in line.`
  const wording = (maxLength: number, more: string) =>
    `You didn't take the spot in time: ${heading(maxLength)}.${more}`
  const inFull = `${state && ' '}${state} ${reply}`
  return cardMessage(round, to, {
    wordings: [
      wording(30, inFull),
      wording(20, inFull),
      wording(20, ` ${reply}`),
      wording(10, ` ${reply}`),
      wording(10, ''),
    ],
    subject: `You didn't take the spot in time: ${title}`,
    paragraphs: [`We're no longer offering you a spot at ${placeAndTime}. ${state}`.trim()],
    ...(isOpen && { label: 'Take the Spot' }),
    because: becauseWaiting(group),
  })
}

const becauseWaiting = (group: string) =>
  `you were on the waiting list for a tee time in ${group} on Fourball`

/** Formats when an offer or reservation ends: '2:30 PM' or '2:30 PM MDT', with the date if not today. */
function formatEnd(until: Date, { zone }: TeeTimeToNotify, { timeZone, now }: Reader): string {
  const end = courseTimeOf(until, zone)
  return end.date === localDateOf(now, zone) ? timeFor(end, timeZone) : shortWhen(end, timeZone)
}
