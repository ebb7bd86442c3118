import { LIST_DAYS } from '../../../contract/text-commands.ts'
import { addDays, localDateOf } from '../../platform/clock.ts'
import { cardOf, listed } from '../../tee-times/index.ts'
import type { Composed, Words } from '../deliveries/deliver.ts'
import {
  cardMail,
  creatorOf,
  groupOf,
  headOf,
  notesOf,
  placeAndTime,
  type Reader,
  shortDate,
  spots,
  titleOf,
} from './format-for-reader.ts'
import type { Round } from './store.ts'
import { firstName, fittingOnePart, shortened, typedText } from './to-gsm-text.ts'

/** The most tee times that one text names. */
const MOST_NAMED = 3

/**
 * Describes newly posted tee times, at least one, to a member who may take a spot in each.
 * @param hasMore there are more than these
 */
export function describePosted(
  rounds: readonly [Round, ...Round[]],
  to: Reader,
  { hasMore = false } = {},
): Words {
  const [first] = rounds
  const count = `${rounds.length}${hasMore ? '+' : ''}`
  return {
    text:
      rounds.length === 1
        ? invite(first, to, spots(first.openSpots))
        : severalText(rounds, to, { count, hasMore }),
    mail: invitation(rounds, to, {
      subject:
        rounds.length === 1
          ? `${titleOf(first, to)}: ${spots(first.openSpots)} open`
          : `${count} new tee times in ${groupOf(first)}`,
      sentence: (round) =>
        `${creatorOf(round)} posted a tee time at ${placeAndTime(round, to)}; ${ofAll(round)}.`,
      event: 'a tee time was posted',
    }),
  }
}

/** Describes a spot that opened in a tee time that was full. */
export function describeOpened(round: Round, to: Reader): Words {
  const open = round.openSpots
  return {
    text: invite(round, to, `${spots(open)} open again`),
    mail: invitation([round], to, {
      subject: `${titleOf(round, to)}: ${spots(open)} open again`,
      sentence: () =>
        `A spot opened in a tee time that was full: ${placeAndTime(round, to)}; ${ofAll(round)}.`,
      event: 'a spot opened',
    }),
  }
}

function invite(round: Round, to: Reader, what: string): string {
  const { number } = round
  const by = ` (${firstName(round.creatorName)})`
  const said = (most: number, who: string) =>
    `Fourball: ${what}, ${headOf(round, to, most)}${who}. Reply IN ${number}. ${cardOf(round, to)}`
  return fittingOnePart(said(30, by), said(20, by), said(20, ''), said(10, ''))
}

function severalText(
  rounds: readonly [Round, ...Round[]],
  to: Reader,
  { count, hasMore }: { count: string; hasMore: boolean },
): string {
  const [first] = rounds
  const last = rounds.at(-1) ?? first
  const link = to.link(`/${first.slug}`)
  const named = (most: number, isLong: boolean) => {
    const list = rounds
      .map((round) => `${headOf(round, to, most)}${isLong ? `, ${spots(round.openSpots)}` : ''}`)
      .join('; ')
    const replies = rounds.map(({ number }) => `IN ${number}`)
    return `Fourball: ${list}. Reply ${listed(replies, 'or')}. ${link}`
  }
  const until =
    first.date === last.date
      ? `on ${shortDate(first.date)}`
      : `${shortDate(first.date)} to ${shortDate(last.date)}`
  const days = hasMore ? `from ${shortDate(first.date)} on` : until
  // LIST shows only the next few days.
  const isListed = first.date < addDays(localDateOf(to.now, first.zone), LIST_DAYS)
  const group = shortened(typedText(first.groupName, 'your group'), 30)
  const counted = `Fourball: ${count} new tee times in ${group}, ${days}. ${isListed ? 'Reply LIST, or see' : 'See'} ${link}`
  return rounds.length <= MOST_NAMED
    ? fittingOnePart(named(30, true), named(20, false), named(12, false), counted)
    : counted
}

function invitation(
  rounds: readonly [Round, ...Round[]],
  to: Reader,
  words: { subject: string; sentence: (round: Round) => string; event: string },
): Composed['mail'] {
  const [first] = rounds
  const isOne = rounds.length === 1
  return cardMail(first, to, {
    subject: words.subject,
    paragraphs: rounds.flatMap((round) => [words.sentence(round), ...notesOf(round)]),
    label: isOne ? 'Take a spot' : 'See the tee times',
    ...(!isOne && { address: to.link(`/${first.slug}`) }),
    because: `${words.event} in ${groupOf(first)} on Fourball`,
  })
}

/** '2 of 4 spots are open' */
function ofAll(round: Round): string {
  const open = round.openSpots
  return `${open} of ${spots(round.maxPlayers)} ${open === 1 ? 'is' : 'are'} open`
}
