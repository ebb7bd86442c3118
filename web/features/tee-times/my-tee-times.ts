import type { AnswerOf } from '../../../contract/endpoint.ts'
import { canClaim, canLeave, type myTeeTimes, type TeeTime } from '../../../contract/tee-times.ts'
import { soonestFirst } from './card-list.ts'

export type MyTeeTimes = AnswerOf<typeof myTeeTimes>

/**
 * My rounds and open spots once a card that stands among them has changed: a claim makes a spot a
 * round, a full one goes. Whether anything else belongs there, only the server can tell.
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
