import type { TeeTime } from '../../../contract/tee-times.ts'
import { readableDate, readableTime } from '../../platform/clock.ts'
import type { Mail } from '../../providers/email/email.ts'
import { frameMail } from './frame-mail.ts'
import { oneLine } from './quote-input.ts'

/** Where the tee time stands. */
export interface Place {
  groupName: string
  /** Address of the page with its card. */
  link: string
}

/** How full a tee time is, in the words of an email to the golfer who posted it. */
export function describeSpots(
  card: TeeTime,
  { groupName, link }: Place,
): Pick<Mail, 'subject' | 'body' | 'html'> {
  const { maxPlayers, availableSpots, participants, creatorId } = card
  const course = oneLine(card.course, 'the course')
  const date = readableDate(card.date)
  const time = readableTime(card.time)
  const filled = maxPlayers - availableSpots
  const players = participants.map(({ id, name }) =>
    id === creatorId ? 'you' : oneLine(name, 'a golfer'),
  )
  const state =
    filled === 0
      ? `nobody has a spot now; ${openSpots(availableSpots)}`
      : `${filled} of ${maxPlayers} spots ${filled === 1 ? 'is' : 'are'} filled by ${listed(players)}; ${openSpots(availableSpots)}`
  const sentence = `At ${course} on ${date} at ${time}, ${state}.`
  const reason = `You get this email because you posted this tee time in ${oneLine(groupName, 'your group')} on Fourball.`
  return frameMail({
    subject: `${course}, ${date}, ${time}: ${filled} of ${maxPlayers} filled`,
    paragraphs: [sentence],
    link: { label: 'See the tee time', address: link },
    reason,
  })
}

function openSpots(count: number): string {
  if (count <= 0) return 'no spot is open'
  return count === 1 ? '1 spot is open' : `${count} spots are open`
}

/** 'Ann', 'Ann and Bob', 'Ann, Bob and Cy'. */
function listed(names: string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
