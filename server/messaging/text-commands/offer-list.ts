import { LIST_LENGTH } from '../../../contract/messages.ts'
import { linkTo } from '../../platform/config.ts'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { courseInText } from '../alerts/format-for-reader.ts'
import { firstName } from '../alerts/to-gsm-text.ts'
import type { TextAction } from '../schema.ts'
import type { TextContext } from './access.ts'
import { replaceList, type TeeTimeForAccount } from './store.ts'
import { whenOf } from './text-replies.ts'

/** The maximum lengths of course names in a list, tried in this order until the list fits in one text. */
const COURSE_LENGTHS = [30, 16, 10]

/**
 * Stores a list with as many entries as fit in one text. Returns the text.
 * @param headings longest first: the first that fits is used. The text adds the positions, such as ' 1-3:'.
 */
export async function offerList(
  ctx: TextContext,
  action: TextAction,
  headings: readonly [string, ...string[]],
  teeTimes: readonly TeeTimeForAccount[],
): Promise<string> {
  const { isShared, now } = ctx
  const link = linkTo(ctx.config, '/dashboard')
  const lineOf = (teeTime: TeeTimeForAccount, index: number, maxLength: number) =>
    [
      `${index + 1})`,
      ...(isShared ? [`${firstName(teeTime.golferName)}:`] : []),
      `#${teeTime.number}`,
      whenOf(teeTime, now),
      courseInText(teeTime, maxLength),
      ...statusNoteOf(action, teeTime),
    ].join(' ')
  for (let count = Math.min(LIST_LENGTH, teeTimes.length); ; count -= 1) {
    const entries = teeTimes.slice(0, count)
    const remaining = teeTimes.length - count
    const listWith = (heading: string, maxLength: number, hasLink: boolean) =>
      [
        `${heading} ${count === 1 ? '1' : `1-${count}`}:`,
        ...entries.map((teeTime, index) => lineOf(teeTime, index, maxLength)),
        ...(remaining === 0 ? [] : [`${remaining} more${hasLink ? `: ${link}` : ' online'}`]),
      ].join('\n')
    const texts = headings.flatMap((heading) =>
      COURSE_LENGTHS.map((maxLength) => listWith(heading, maxLength, true)),
    )
    const fitting = texts.find((one) => segmentsOf(one) === 1)
    if (fitting === undefined && count > 1) continue
    await replaceList(ctx, action, entries)
    return fitting ?? listWith(headings.at(-1) ?? headings[0], 10, false)
  }
}

function statusNoteOf(action: TextAction, teeTime: TeeTimeForAccount): string[] {
  if (teeTime.hasKeptSpot) return ['(for you)']
  if (action === 'in') return [`(${teeTime.openSpots})`]
  return action === 'out' && !teeTime.isPlaying ? ['(waiting)'] : []
}
