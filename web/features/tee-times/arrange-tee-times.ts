import {
  canClaim,
  canLeave,
  hasTeedOff,
  isFull,
  type TeeTime,
} from '../../../contract/tee-times.ts'
import { daysAfter, shortDate } from '../../lib/dates.ts'
import { pathTo } from '../../lib/paths.ts'

/** Which tee times of a group the list shows. */
export type Filter = 'all' | 'open' | 'mine'

/** Who looks at the list. */
interface Reader {
  /** Undefined for a super admin who can only look, and while the user is loading. */
  readonly golferId: number | undefined
  readonly now: Date
}

/** Returns whether a card shows under a filter. */
export function matchesFilter(card: TeeTime, filter: Filter, { golferId, now }: Reader): boolean {
  if (filter === 'mine') return isMine(card, golferId)
  if (filter === 'all') return true
  return golferId === undefined
    ? !isFull(card) && !hasTeedOff(card, now)
    : canClaim(card, golferId, now)
}

/** Returns whether a golfer posted a tee time, plays, waits or brings a guest, or has a reserved spot. */
export function isMine(card: TeeTime, golferId: number | undefined): boolean {
  if (golferId === undefined) return false
  return (
    card.creatorId === golferId ||
    canLeave(card, golferId) ||
    card.waiting.some(({ id }) => id === golferId) ||
    card.guests.some(({ hostId }) => hostId === golferId) ||
    card.reservations.some((reserved) => reserved.golferId === golferId)
  )
}

/** Returns the golfer's next round. @param cards soonest first */
export function nextRound(
  cards: readonly TeeTime[],
  { golferId, now }: Reader,
): TeeTime | undefined {
  return cards.find((card) => canLeave(card, golferId) && !hasTeedOff(card, now))
}

/** Groups cards by date. @param cards soonest first */
export function groupByDay(cards: readonly TeeTime[]): [date: string, cards: TeeTime[]][] {
  const days = new Map<string, TeeTime[]>()
  for (const card of cards) days.set(card.date, [...(days.get(card.date) ?? []), card])
  return [...days]
}

/** Names a date: 'Today', 'Tomorrow' or 'Sat, Nov 28'. */
export function dayName(date: string, today: string): string {
  if (date === today) return 'Today'
  return date === daysAfter(today, 1) ? 'Tomorrow' : shortDate(date)
}

/** Returns the path that leads to a card. The screen scrolls to it and marks it. */
export function pathToCard({ slug }: { readonly slug: string }, { number }: TeeTime): string {
  return `${pathTo('group', { slug })}?t=${number}`
}

/** Returns the address of a map with directions to a course. */
export function directionsTo(course: string): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: course })}`
}
