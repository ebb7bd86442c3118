import {
  canClaim,
  canLeave,
  hasTeedOff,
  isFull,
  offerFor,
  type TeeTime,
} from '../../../contract/tee-times.ts'
import { daysAfter, shortDate } from '../../lib/dates.ts'
import { pathTo } from '../../lib/paths.ts'

/** Which tee times of a group the list shows. */
export type Filter = 'all' | 'open' | 'mine'

/** The person who views the list, and when. */
interface Viewer {
  /** Undefined while the user is loading, and for a super admin who can only view the group. */
  readonly golferId: number | undefined
  readonly now: Date
}

/** Returns whether a filter shows a card. */
export function matchesFilter(card: TeeTime, filter: Filter, { golferId, now }: Viewer): boolean {
  if (filter === 'mine') return isMine(card, golferId)
  if (filter === 'all') return true
  return golferId === undefined
    ? !isFull(card) && !hasTeedOff(card, now)
    : canClaim(card, golferId, now)
}

/** Returns whether a golfer posted a tee time or is involved in it. */
export function isMine(card: TeeTime, golferId: number | undefined): boolean {
  return golferId !== undefined && (card.creatorId === golferId || isInvolved(card, golferId))
}

/** Returns whether a golfer plays, waits or brings a guest, or has a reserved spot. */
function isInvolved(card: TeeTime, golferId: number): boolean {
  return (
    canLeave(card, golferId) ||
    card.waiting.some(({ id }) => id === golferId) ||
    card.guests.some(({ hostId }) => hostId === golferId) ||
    card.reservations.some((reserved) => reserved.golferId === golferId)
  )
}

/** Returns whether to dim a card: it is full, and no spot is reserved for or offered to the golfer. */
export function isDimmed(card: TeeTime, { golferId, now }: Viewer): boolean {
  return isFull(card) && offerFor(card, golferId, now) === undefined
}

/** Returns whether to fold a card to one row: it is dimmed, and the golfer isn't involved in it. */
export function mayFold(card: TeeTime, viewer: Viewer): boolean {
  const { golferId } = viewer
  return isDimmed(card, viewer) && (golferId === undefined || !isInvolved(card, golferId))
}

/** Estimates the height of a card, in px. */
export function heightOf({ maxPlayers, notes, waiting }: TeeTime, isFolded: boolean): number {
  if (isFolded) return 44
  const spots = 44 * Math.ceil(maxPlayers / 2)
  return 122 + spots + (notes ? 28 : 0) + (waiting.length > 0 ? 50 : 0)
}

/** Assigns parts with these heights to two columns: in order, each to the column that is shorter so far. */
export function splitInColumns(heights: readonly number[]): ('left' | 'right')[] {
  const columns = { left: 0, right: 0 }
  return heights.map((height) => {
    const side = columns.left <= columns.right ? 'left' : 'right'
    columns[side] += height
    return side
  })
}

/** Returns the golfer's next round. @param cards soonest first */
export function nextRound(
  cards: readonly TeeTime[],
  { golferId, now }: Viewer,
): TeeTime | undefined {
  return cards.find((card) => canLeave(card, golferId) && !hasTeedOff(card, now))
}

/** Groups cards by date. @param cards soonest first */
export function groupByDay(cards: readonly TeeTime[]): [date: string, cards: TeeTime[]][] {
  return [...Map.groupBy(cards, ({ date }) => date)]
}

/** Names a date: 'Today', 'Tomorrow' or 'Sat, Nov 28'. */
export function dayName(date: string, today: string): string {
  if (date === today) return 'Today'
  return date === daysAfter(today, 1) ? 'Tomorrow' : shortDate(date)
}

/** Returns the path of the group's screen that scrolls to a card and highlights it. */
export function pathToCard({ slug }: { readonly slug: string }, { number }: TeeTime): string {
  return `${pathTo('group', { slug })}?t=${number}`
}

/** Returns the URL of a map with directions to a course. */
export function directionsTo(course: string): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: course })}`
}
