import type { AnswerOf } from '../../../contract/endpoint.ts'
import { canClaim, canLeave, type myTeeTimes, type TeeTime } from '../../../contract/tee-times.ts'

export type MyTeeTimes = AnswerOf<typeof myTeeTimes>

/**
 * Returns the golfer's rounds and open spots after one of their cards has changed. A claimed spot becomes
 * a round, and a full tee time is removed. Only the server knows which other cards belong in the lists.
 */
export function withMyCard(
  mine: MyTeeTimes,
  card: TeeTime,
  golferId: number | undefined,
  now: Date,
): MyTeeTimes {
  const open = mine.openSpots.find(({ teeTime }) => teeTime.id === card.id)
  const held = open ?? mine.rounds.find(({ teeTime }) => teeTime.id === card.id)
  if (held === undefined || held.teeTime.version >= card.version) return mine
  const changed = { ...held, teeTime: card }
  const { rounds, openSpots } = withoutMyCard(mine, card.id)
  if (canLeave(card, golferId)) return { rounds: inOrder([...rounds, changed]), openSpots }
  return open && canClaim(card, golferId, now)
    ? { rounds, openSpots: inOrder([...openSpots, changed]) }
    : { rounds, openSpots }
}

export function withoutMyCard(mine: MyTeeTimes, id: number): MyTeeTimes {
  const isOther = ({ teeTime }: { readonly teeTime: TeeTime }) => teeTime.id !== id
  return { rounds: mine.rounds.filter(isOther), openSpots: mine.openSpots.filter(isOther) }
}

function inOrder(list: MyTeeTimes['rounds']): MyTeeTimes['rounds'] {
  return list.toSorted((a, b) => soonestFirst(a.teeTime, b.teeTime))
}

/** Returns the list with the card added or replaced; unchanged if it already has this version or newer. */
export function withCard(list: readonly TeeTime[], card: TeeTime): readonly TeeTime[] {
  const held = list.find((other) => other.id === card.id)
  if (held && held.version >= card.version) return list
  return [...list.filter((other) => other.id !== card.id), card].sort(soonestFirst)
}

export function withoutCard(list: readonly TeeTime[], id: number): readonly TeeTime[] {
  return list.some((card) => card.id === id) ? list.filter((card) => card.id !== id) : list
}

function soonestFirst(a: TeeTime, b: TeeTime): number {
  return Date.parse(a.startsAt) - Date.parse(b.startsAt) || a.id - b.id
}
