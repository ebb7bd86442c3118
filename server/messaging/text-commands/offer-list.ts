import { LIST_LENGTH } from '../../../contract/messages.ts'
import type { Queries } from '../../platform/database/database.ts'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { firstName } from '../alerts/to-gsm-text.ts'
import type { Action } from '../schema.ts'
import type { Texter } from './access.ts'
import { isReservedFor, replaceList, type TextedTeeTime } from './store.ts'
import { courseOf, whenOf } from './text-replies.ts'

const SHORTEST_COURSE = 10
/** The longest course names in a list, tried in this order until it fits. */
const COURSE_LENGTHS = [30, 16, SHORTEST_COURSE]

/**
 * Formats a list to choose from, cut to what fits in one text, and stores it. Needs at least one tee time.
 * @param heading text before 'reply 1-3:' @param link where to see all of them
 */
export async function offerList(
  tx: Queries,
  texter: Texter,
  { action, heading, seats }: { action: Action; heading: string; seats: readonly TextedTeeTime[] },
  { now, link }: { readonly now: Date; readonly link: string },
): Promise<string> {
  const isShared = texter.accounts.length > 1
  const lineOf = (seat: TextedTeeTime, at: number, most: number) =>
    [
      `${at + 1})`,
      ...(isShared ? [`${firstName(seat.golferName)}:`] : []),
      `#${seat.number}`,
      whenOf(seat, now),
      courseOf(seat, most),
      ...markOf(action, seat, now),
    ].join(' ')
  const { shown, text } = fittingList(heading, seats, lineOf, link)
  await replaceList(tx, texter, { action, entries: shown }, now)
  return text
}

function markOf(action: Action, seat: TextedTeeTime, now: Date): string[] {
  if (isReservedFor(seat, now)) return ['(held)']
  if (action === 'in') return [`(${seat.openSpots})`]
  return action === 'out' && !seat.isPlaying ? ['(waiting)'] : []
}

/** Returns as many entries as fit in one text, with the course names as long as possible. */
function fittingList(
  heading: string,
  seats: readonly TextedTeeTime[],
  lineOf: (seat: TextedTeeTime, at: number, most: number) => string,
  link: string,
): { shown: readonly TextedTeeTime[]; text: string } {
  for (let count = Math.min(LIST_LENGTH, seats.length); ; count -= 1) {
    const shown = seats.slice(0, count)
    const left = seats.length - count
    const listWith = (most: number, more: string) =>
      [
        `${heading}${heading.endsWith('?') ? ' Reply' : ', reply'} ${count === 1 ? '1' : `1-${count}`}:`,
        ...shown.map((seat, at) => lineOf(seat, at, most)),
        ...(left === 0 ? [] : [`${left} more${more}`]),
      ].join('\n')
    const texts = COURSE_LENGTHS.map((most) => listWith(most, `: ${link}`))
    const text = texts.find((one) => segmentsOf(one) === 1)
    if (text !== undefined) return { shown, text }
    if (count === 1) return { shown, text: listWith(SHORTEST_COURSE, ' in the app') }
  }
}
