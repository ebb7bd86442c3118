import { LIST_LENGTH } from '../../../contract/text-commands.ts'
import type { Queries } from '../../platform/database/database.ts'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { firstName } from '../alerts/to-gsm-text.ts'
import type { Texter } from './access.ts'
import { courseOf, whenOf } from './describe-spot.ts'
import type { Action } from './schema.ts'
import { isReservedFor, replaceList, type TextedTeeTime } from './store.ts'

/** The longest course names in a list, tried in this order until it fits. */
const COURSE_LENGTHS = [30, 16, 10]

/**
 * Formats a list to choose from with '1', '2' and so on, cut to what fits in one text segment, and stores
 * it. A shortened list says how many more there are. Needs at least one seat.
 * @param heading text before ', reply 1-3:'
 * @param link where to see all of them
 */
export async function offerList(
  tx: Queries,
  texter: Texter,
  offer: {
    readonly action: Action
    readonly heading: string
    readonly seats: readonly TextedTeeTime[]
  },
  { now, link }: { readonly now: Date; readonly link: string },
): Promise<string> {
  const isShared = texter.accounts.length > 1
  const { shown, text } = wordList(offer, { isShared, now, link })
  await replaceList(tx, texter, { action: offer.action, entries: shown }, now)
  return text
}

/** Returns the remark behind a list entry. */
function markOf(action: Action, seat: TextedTeeTime, now: Date): string[] {
  if (isReservedFor(seat, now)) return ['(held)']
  if (action === 'in') return [`(${seat.openSpots})`]
  return action === 'out' && !seat.isPlaying ? ['(waiting)'] : []
}

function wordList(
  { action, heading, seats }: { action: Action; heading: string; seats: readonly TextedTeeTime[] },
  { isShared, now, link }: { isShared: boolean; now: Date; link: string },
): { shown: readonly TextedTeeTime[]; text: string } {
  const lineOf = (seat: TextedTeeTime, at: number, most: number) =>
    [
      `${at + 1})`,
      ...(isShared ? [`${firstName(seat.golferName)}:`] : []),
      `#${seat.number}`,
      whenOf(seat, now),
      courseOf(seat, most),
      ...markOf(action, seat, now),
    ].join(' ')
  for (let count = Math.min(LIST_LENGTH, seats.length); ; count -= 1) {
    const shown = seats.slice(0, count)
    const choices = count === 1 ? '1' : `1-${count}`
    const isLeast = count === 1
    const left = seats.length - count
    const more = left === 0 ? [] : [`${left} more: ${link}`]
    for (const most of COURSE_LENGTHS) {
      const lines = shown.map((seat, at) => lineOf(seat, at, most))
      const text = [`${heading}, reply ${choices}:`, ...lines, ...more].join('\n')
      if (segmentsOf(text) === 1) return { shown, text }
      if (isLeast && most === COURSE_LENGTHS.at(-1)) {
        const brief = left === 0 ? [] : [`${left} more in the app`]
        return { shown, text: [`${heading}, reply ${choices}:`, ...lines, ...brief].join('\n') }
      }
    }
  }
}
