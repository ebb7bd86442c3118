import { addDays, localDateOf, readableDate } from '../../platform/clock.ts'
import type { Composed } from '../deliveries/compose-words.ts'
import { frameMail } from '../messages/frame-mail.ts'
import { oneLineWithoutLinks } from '../messages/quote-input.ts'
import {
  cardOf,
  listed,
  mailFooter,
  openSpots,
  playersFor,
  type Reader,
  spots,
} from './address-reader.ts'
import { firstName, fittingOnePart, shortened, typedWords } from './fold-to-gsm.ts'
import { longWhen, shortWhen, timeFor } from './say-when.ts'
import type { Round } from './store.ts'

type Words = Pick<Composed, 'text' | 'mail'>

const HOUR_MS = 3_600_000

/** How full a tee time is, to the golfer who posted it. */
export function describeSpots(round: Round, to: Reader): Words {
  const { maxPlayers, players } = round
  const open = openSpots(round)
  const head = headsOf(round, to)
  const state = (most: number) => {
    if (players.length === 0) return ': nobody has a spot now'
    const names = namesInShort(round, to, most)
    if (open <= 0) return most === 0 ? ' is full' : ` is full: ${names}`
    const filled = `: ${players.length} of ${maxPlayers} filled`
    return most === 0 ? filled : `${filled} by ${names}`
  }
  const link = cardOf(round, to)
  const inWords =
    players.length === 0
      ? `nobody has a spot now; ${openInWords(open)}`
      : `${players.length} of ${spots(maxPlayers)} ${players.length === 1 ? 'is' : 'are'} filled by ${listed(playersFor(round, to))}; ${openInWords(open)}`
  return {
    text: fittingOnePart(
      `Fourball: ${head.long}${state(8)}. ${link}`,
      `Fourball: ${head.short}${state(8)}. ${link}`,
      `Fourball: ${head.short}${state(2)}. ${link}`,
      `Fourball: ${head.short}${state(0)}. ${link}`,
      `Fourball: ${head.shortest}${state(0)}. ${link}`,
    ),
    mail: frameMail({
      subject: `${titleOf(round, to)}: ${players.length} of ${maxPlayers} filled`,
      paragraphs: [`At ${placeAndTime(round, to)}, ${inWords}.`],
      link: { label: 'See the tee time', address: link },
      ...mailFooter(to, `because you posted this tee time in ${groupOf(round)} on Fourball`),
    }),
  }
}

/** A tee time that was cancelled, to one who had a spot. @param by who did it */
export function describeCancelled(round: Round, to: Reader, by: string | undefined): Words {
  const head = headsOf(round, to)
  const link = to.link(`/${round.slug}`)
  const who = by === undefined ? '' : ` (${firstName(by)})`
  return {
    text: fittingOnePart(
      `Fourball: Cancelled: ${head.long}${who}. ${link}`,
      `Fourball: Cancelled: ${head.short}${who}. ${link}`,
      `Fourball: Cancelled: ${head.shortest}. ${link}`,
    ),
    mail: frameMail({
      subject: `Cancelled: ${titleOf(round, to)}`,
      paragraphs: [
        `${by === undefined ? 'Somebody' : oneLineWithoutLinks(by, 'A golfer')} cancelled the tee time at ${placeAndTime(round, to)}, in which you had a spot.`,
      ],
      link: { label: `See what else there is in ${groupOf(round)}`, address: link },
      ...mailFooter(to, `because you had a spot in this tee time of ${groupOf(round)} on Fourball`),
    }),
  }
}

/** A round that is near, to one who plays it. */
export function describeReminder(round: Round, to: Reader, kind: 'evening' | 'soon'): Words {
  const when = nearness(round, to, kind)
  const others = { ...round, players: round.players.filter(({ id }) => id !== to.golferId) }
  const head = headsOf(round, to)
  const link = cardOf(round, to)
  const play = (place: string, most: number) =>
    `Fourball: You play ${when}: ${place}${others.players.length === 0 || most === 0 ? '' : `, with ${namesInShort(others, to, most)}`}.`
  const out = `Reply OUT ${round.number} to give your spot up.`
  const company =
    others.players.length === 0
      ? 'Nobody else has a spot yet.'
      : `With you: ${listed(playersFor(others, to))}.`
  return {
    text: fittingOnePart(
      `${play(head.long, 8)} ${out} ${link}`,
      `${play(head.long, 8)} ${link}`,
      `${play(head.short, 8)} ${link}`,
      `${play(head.short, 2)} ${link}`,
      `${play(head.short, 0)} ${link}`,
      `${play(head.shortest, 0)} ${link}`,
    ),
    mail: frameMail({
      subject: `You play ${when}: ${titleOf(round, to)}`,
      paragraphs: [
        `You play ${when}, at ${placeAndTime(round, to)}. ${company}`,
        ...(round.notes === null ? [] : [`Notes: ${oneLineWithoutLinks(round.notes, 'none')}`]),
      ],
      link: { label: 'See the tee time', address: link },
      ...mailFooter(
        to,
        `because you have a spot in this tee time of ${groupOf(round)} on Fourball`,
      ),
    }),
  }
}

/** 'tomorrow', 'in 3 hours', 'today', as is true when the words leave. */
function nearness({ date, startsAt }: Round, to: Reader, kind: 'evening' | 'soon'): string {
  const left = startsAt.getTime() - to.now.getTime()
  if (kind === 'soon' && Math.abs(left - 3 * HOUR_MS) <= HOUR_MS / 12) return 'in 3 hours'
  const today = localDateOf(to.now, to.timeZone)
  if (date === today) return 'today'
  return date === addDays(today, 1) ? 'tomorrow' : `on ${readableDate(date)}`
}

/** A tee time by number, time and course, in three lengths. */
function headsOf(
  round: Round,
  to: Reader,
): Readonly<Record<'long' | 'short' | 'shortest', string>> {
  const course = typedWords(round.course, 'the course')
  const head = (most: number) =>
    `#${round.number} ${shortWhen(round, to.timeZone)} ${shortened(course, most)}`
  return { long: head(30), short: head(20), shortest: head(10) }
}

/** 'you, Bob and 2 more'. */
function namesInShort(round: Pick<Round, 'players'>, to: Reader, most: number): string {
  const names = playersFor(round, to, (name) => firstName(name))
  return names.length <= most
    ? listed(names)
    : `${names.slice(0, most).join(', ')} and ${names.length - most} more`
}

function openInWords(count: number): string {
  if (count <= 0) return 'no spot is open'
  return `${spots(count)} ${count === 1 ? 'is' : 'are'} open`
}

export function titleOf(round: Round, to: Reader): string {
  return `${oneLineWithoutLinks(round.course, 'the course')}, ${readableDate(round.date)}, ${timeFor(round, to.timeZone)}`
}

/** 'Shaganappi Point on Sat, May 30 at 8:12 AM'. */
export function placeAndTime(round: Round, to: Reader): string {
  return `${oneLineWithoutLinks(round.course, 'the course')} on ${longWhen(round, to.timeZone)}`
}

export function groupOf({ groupName }: Pick<Round, 'groupName'>): string {
  return oneLineWithoutLinks(groupName, 'your group')
}
