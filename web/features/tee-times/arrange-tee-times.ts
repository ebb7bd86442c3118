import {
  canClaim,
  hasReservation,
  hasTeedOff,
  isFull,
  isPlaying,
  spotKeptUntil,
  type TeeTime,
  waitingPosition,
} from '../../../contract/tee-times.ts'
import { daysAfter, readableDate } from '../../lib/dates.ts'
import { pathTo } from '../../lib/paths.ts'

export type Filter = 'all' | 'open' | 'mine'

interface Viewer {
  /** Undefined while the user is loading, and for a super admin who can only view the group. */
  readonly golferId: number | undefined
  readonly now: Date
}

export function matchesFilter(card: TeeTime, filter: Filter, { golferId, now }: Viewer): boolean {
  if (filter === 'mine') return isMine(card, golferId)
  if (filter === 'all') return true
  return golferId === undefined
    ? !isFull(card) && !hasTeedOff(card, now)
    : canClaim(card, golferId, now)
}

export function isMine(card: TeeTime, golferId: number | undefined): boolean {
  return card.creatorId === golferId || isInvolved(card, golferId)
}

function isInvolved(card: TeeTime, golferId: number | undefined): boolean {
  return (
    isPlaying(card, golferId) ||
    waitingPosition(card, golferId) !== undefined ||
    card.guests.some(({ hostId }) => hostId === golferId) ||
    hasReservation(card, golferId)
  )
}

export function isDimmed(card: TeeTime, { golferId, now }: Viewer): boolean {
  return isFull(card) && spotKeptUntil(card, golferId, now) === undefined
}

export function canFold(card: TeeTime, viewer: Viewer): boolean {
  return isDimmed(card, viewer) && !isInvolved(card, viewer.golferId)
}

/** @param cards soonest first */
export function nextRound(cards: readonly TeeTime[], { golferId, now }: Viewer) {
  return cards.find((card) => isPlaying(card, golferId) && !hasTeedOff(card, now))
}

/** Returns whether a spot is offered to or reserved for the golfer, who can still take it. */
export function hasKeptSpot(card: TeeTime, { golferId, now }: Viewer): boolean {
  return canClaim(card, golferId, now) && spotKeptUntil(card, golferId, now) !== undefined
}

/**
 * Returns the card to show first. Of the tee times with a spot kept for the golfer, it is the one whose spot
 * expires first. If the next round begins before that, or if no spot is kept, it is the next round.
 * @param cards soonest first
 */
export function chooseTopCard(cards: readonly TeeTime[], viewer: Viewer): TeeTime | undefined {
  const expiry = (card: TeeTime) =>
    Date.parse(spotKeptUntil(card, viewer.golferId, viewer.now) ?? card.startsAt)
  const round = nextRound(cards, viewer)
  const [keptCard] = cards
    .filter((card) => hasKeptSpot(card, viewer))
    .sort((a, b) => expiry(a) - expiry(b))
  return keptCard && round && Date.parse(round.startsAt) <= expiry(keptCard)
    ? round
    : (keptCard ?? round)
}

/** Names a date: 'Today', 'Tomorrow' or 'Sat, Nov 28'. */
export function dayName(date: string, today: string): string {
  if (date === today) return 'Today'
  return date === daysAfter(today, 1) ? 'Tomorrow' : readableDate(date)
}

export function pathToCard({ slug }: { readonly slug: string }, { number }: TeeTime): string {
  return `${pathTo('group', { slug })}?t=${number}`
}

export function directionsTo(course: string): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: course })}`
}
