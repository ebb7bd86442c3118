import { isUnpaid } from '../../../contract/groups.ts'
import { capitalized } from '../../../contract/names.ts'
import { addDays, HOUR_MS, localDateOf } from '../../platform/clock.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import { describeGuests, joinNames } from '../../tee-times/index.ts'
import {
  COURSE_LENGTHS,
  type CourseTime,
  cardMessage,
  formatCountOfAll,
  formatSpotCount,
  isPastCutOff,
  longWhen,
  messageTo,
  type Reader,
  shortDate,
  shortWhen,
  timeFor,
  wordsAbout,
} from './format-for-reader.ts'
import type { TeeTimeToNotify } from './store.ts'
import { firstName } from './to-gsm-text.ts'

export function describeSpots(round: TeeTimeToNotify, to: Reader) {
  const { heading, title, placeAndTime, group } = wordsAbout(round, to)
  const { maxPlayers, openSpots: open, players, guests } = round
  const filledCount = players.length + guests
  const state = (maxNames: number) => {
    const names = namesInShort(round, to, maxNames)
    if (filledCount >= maxPlayers) return maxNames === 0 ? ' is full' : ` is full: ${names}`
    const counts = `: ${filledCount} of ${maxPlayers} filled`
    return maxNames === 0 || filledCount === 0 ? counts : `${counts} (${names})`
  }
  const names = [...playersFor(round, to), ...describeGuests(round)]
  const whoIsIn =
    filledCount === 0
      ? `No one is in your tee time at ${placeAndTime} anymore.`
      : `${formatCountOfAll(filledCount, maxPlayers, 'filled')} at ${placeAndTime}: ${joinNames(names)}.`
  return cardMessage(round, to, {
    wordings: [
      `${heading(30)}${state(8)}.`,
      `${heading(20)}${state(8)}.`,
      `${heading(20)}${state(2)}.`,
      `${heading(20)}${state(0)}.`,
      `${heading(10)}${state(0)}.`,
    ],
    subject: `${title}: ${filledCount} of ${maxPlayers} filled`,
    paragraphs: [`${whoIsIn} ${openInWords(open)}.`],
    because: `you posted this tee time in ${group} on Fourball`,
  })
}

export function describeCancelled(round: TeeTimeToNotify, to: Reader, by: string | undefined) {
  const { heading, title, placeAndTime, group } = wordsAbout(round, to)
  const who = by === undefined ? '' : ` by ${firstName(by)}`
  const { short, because } = PARTICIPATION[round.insteadOfSpot ?? 'spot']
  return messageTo(to, {
    wordings: [
      `Cancelled${who}: ${heading(30)}.${short}`,
      `Cancelled${who}: ${heading(20)}.${short}`,
      `Cancelled: ${heading(10)}.${short}`,
    ],
    subject: `Cancelled: ${title}`,
    paragraphs: [
      `${by === undefined ? 'Someone' : oneLineWithoutLinks(by, 'A golfer')} cancelled the tee time at ${placeAndTime}.`,
    ],
    label: `See Other Tee Times in ${group}`,
    address: to.link(`/${round.slug}`),
    because: `${because} this tee time in ${group} on Fourball`,
  })
}

const PARTICIPATION = {
  spot: { short: '', because: 'you had a spot in' },
  'waiting-list': {
    short: ' You were on the waiting list.',
    because: 'you were on the waiting list for',
  },
  reservation: {
    short: ' A spot was reserved for you.',
    because: 'a spot was reserved for you in',
  },
} as const

export function describeReminder(round: TeeTimeToNotify, to: Reader, kind: 'evening' | 'soon') {
  const { heading, title, placeAndTime, notes } = wordsAbout(round, to)
  const opening = reminderOpening(round, to, kind)
  const roundWithoutReader = {
    ...round,
    players: round.players.filter(({ id }) => id !== to.golferId),
  }
  const company = [...playersFor(roundWithoutReader, to), ...describeGuests(roundWithoutReader)]
  const intro = (place: string, maxNames: number) =>
    `${opening}: ${place}${company.length === 0 || maxNames === 0 ? '' : `, with ${namesInShort(roundWithoutReader, to, maxNames)}`}.`
  const companyInWords =
    company.length === 0
      ? 'No one else has a spot yet.'
      : `Playing with you: ${joinNames(company)}.`
  const leaving = isPastCutOff(round, to) ? 'leave, but you may have to pay' : 'give up your spot'
  return cardMessage(round, to, {
    wordings: [
      `${intro(heading(30), 8)} Reply OUT ${round.number} to ${leaving}.`,
      intro(heading(30), 8),
      intro(heading(20), 8),
      intro(heading(20), 2),
      intro(heading(20), 0),
      intro(heading(10), 0),
    ],
    subject: `${opening}: ${title}`,
    paragraphs: [`${opening}: ${placeAndTime}. ${companyInWords}`, ...notes],
  })
}

function reminderOpening(round: TeeTimeToNotify, to: Reader, kind: 'evening' | 'soon'): string {
  const leftMs = round.startsAt.getTime() - to.now.getTime()
  if (kind === 'soon' && Math.abs(leftMs - 3 * HOUR_MS) <= HOUR_MS / 12)
    return 'You tee off in 3 hours'
  const today = localDateOf(to.now, to.timeZone)
  if (round.date === today) return 'You tee off today'
  return round.date === addDays(today, 1) ? 'You tee off tomorrow' : 'Your round'
}

function namesInShort(round: TeeTimeToNotify, to: Reader, maxNames: number): string {
  const names = [...playersFor(round, to, firstName), ...describeGuests(round)]
  return names.length <= maxNames
    ? joinNames(names)
    : `${names.slice(0, maxNames).join(', ')}, and ${names.length - maxNames} more`
}

function openInWords(count: number): string {
  if (count <= 0) return 'No spots are open'
  return `${formatSpotCount(count)} ${count === 1 ? 'is' : 'are'} open`
}

function playersFor(
  { players }: TeeTimeToNotify,
  to: Reader,
  nameOf = (name: string) => oneLineWithoutLinks(name, 'a golfer'),
): string[] {
  return players.map(({ id, name }) => (id === to.golferId ? 'you' : nameOf(capitalized(name))))
}

export function describeCutOff(round: TeeTimeToNotify, to: Reader, cutOff: CourseTime) {
  const { heading, title, placeAndTime, group } = wordsAbout(round, to)
  const filledCount = round.players.length + round.guests
  const filled = `${filledCount} of ${round.maxPlayers} filled`
  const until = `${shortDate(cutOff.date).slice(0, 3)} ${timeFor(cutOff, to.timeZone)}`
  const wording = (teeTime: string, more: string) =>
    `${teeTime}: ${filled}. Course cut-off: ${until}.${more}`
  const { number } = round
  // ALERT and DROP are refused if no spot is open. ALERT is also refused in an unpaid group, and DROP if the
  // tee time has only one spot.
  const canAlert = round.openSpots > 0 && !isUnpaid(round, to.now)
  const canDrop = round.openSpots > 0 && round.maxPlayers > 1
  const reply = (dropCommand = '') =>
    canAlert ? ` Reply ALERT ${number} to alert the group${canDrop ? dropCommand : ''}.` : ''
  const commands = reply(`, DROP ${number} to remove an open spot`)
  const shortCommands = reply(`, DROP ${number} to remove a spot`)
  const weekday = `#${number} ${shortDate(round.date).slice(0, 3)}`
  const day = `#${number} ${shortDate(round.date)}`
  const options = [
    ...(canAlert ? ['ask the group for players'] : []),
    ...(canDrop ? ['remove an open spot'] : []),
    'cancel the tee time on Fourball',
  ]
  return cardMessage(round, to, {
    wordings: [
      ...COURSE_LENGTHS.map((maxLength) => wording(heading(maxLength), commands)),
      // The poster knows the course and the time, so omit those rather than the commands.
      wording(`#${number} ${shortWhen(round, to.timeZone)}`, commands),
      wording(day, commands),
      wording(weekday, commands),
      wording(weekday, shortCommands),
      wording(day, reply()),
      wording(day, ''),
    ],
    subject: `${filled}, last chance to cancel coming up: ${title}`,
    paragraphs: [
      `${formatCountOfAll(filledCount, round.maxPlayers, 'filled')} at ${placeAndTime}. You can cancel with the course until ${longWhen(cutOff, to.timeZone)}.`,
      `Until then, you can ${joinNames(options, 'or')}. Fourball doesn't cancel your booking at the course.`,
    ],
    label: 'See Your Options',
    because: `you posted this tee time in ${group} on Fourball`,
  })
}

export function describeLastCall(round: TeeTimeToNotify, to: Reader, cutOff: CourseTime) {
  const { heading, title, placeAndTime, group, creator } = wordsAbout(round, to)
  const open = formatSpotCount(round.openSpots)
  const by = firstName(round.creatorName)
  const isPast = cutOff.startsAt <= to.now
  const until = isPast ? '' : ` before ${shortWhen(cutOff, to.timeZone)}`
  const wording = (what: string, maxLength: number, before: string) =>
    `${what}${before}: ${heading(maxLength)}. Reply IN ${round.number}.`
  return cardMessage(round, to, {
    wordings: [
      wording(`${by} needs ${open} filled`, 30, until),
      wording(`${by} needs ${open} filled`, 20, until),
      wording(`${open} to fill`, 20, until),
      wording(`${open} to fill`, 20, ''),
      wording(`${open} to fill`, 10, ''),
    ],
    subject: `${open} to fill: ${title}`,
    paragraphs: [
      `${creator} needs ${open} filled at ${placeAndTime}. ${
        isPast
          ? "It's too late to cancel, and the course may charge for unfilled spots."
          : `The course allows cancellations until ${longWhen(cutOff, to.timeZone)}.`
      }`,
    ],
    label: 'Claim a Spot',
    because: `a tee time in ${group} on Fourball has open spots`,
  })
}

export function describeSpotCovered(round: TeeTimeToNotify, to: Reader, by: string | undefined) {
  const { heading, title, placeAndTime, group } = wordsAbout(round, to)
  const lead =
    by === undefined
      ? "You're no longer listed as a late dropout"
      : "You won't have to pay for a spot you gave up"
  const why = (name: (typed: string) => string) =>
    by === undefined ? 'the tee time changed' : `${name(by)} took it`
  return cardMessage(round, to, {
    wordings: COURSE_LENGTHS.map(
      (maxLength) => `${lead} in ${heading(maxLength)}: ${why(firstName)}.`,
    ),
    subject: `${lead}: ${title}`,
    paragraphs: [
      `After the cut-off, you gave up a spot in the tee time at ${placeAndTime}. ${lead}: ${why((typed) => oneLineWithoutLinks(typed, 'someone'))}.`,
      ...(by === undefined ? ['The course may still charge for the spot.'] : []),
    ],
    because: `you gave up a spot in this tee time in ${group} on Fourball`,
  })
}
