import { isFull, type TeeTime } from '../../../contract/tee-times.ts'

export function SpotsLeft({ card }: { card: TeeTime }) {
  if (isFull(card)) return <span className="chip bg-sunken">Full</span>
  return <span className="chip bg-sand-soft">{card.availableSpots} open</span>
}
