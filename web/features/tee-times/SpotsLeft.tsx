import { isFull, offerFor, type TeeTime } from '../../../contract/tee-times.ts'

interface SpotsLeftProps {
  readonly card: TeeTime
  readonly golferId: number | undefined
  readonly now: Date
}

export function SpotsLeft({ card, golferId, now }: SpotsLeftProps) {
  if (offerFor(card, golferId, now) !== undefined) {
    return <span className="chip bg-sand-soft text-ink">Held for you</span>
  }
  if (isFull(card)) return <span className="chip bg-sunken">Full</span>
  return <span className="chip bg-sand-soft">{card.availableSpots} open</span>
}
