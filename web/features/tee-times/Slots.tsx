import { capitalised } from '../../../contract/names.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { Avatar, type Tone } from '../../ui/Avatar.tsx'

const TONES: Readonly<Record<number, Tone>> = { 1: 'primary', 2: 'secondary', 3: 'accent' }

/** The spots of a tee time, two by two: who plays, and what is still open. */
export function Slots({ card, golferId }: { card: TeeTime; golferId: number | undefined }) {
  const tone = TONES[card.creatorId % 4] ?? 'grey'
  const open = Math.max(0, card.maxPlayers - card.participants.length)
  return (
    <ul aria-label="Spots" className="grid grid-cols-2 gap-2">
      {card.participants.map(({ id, name }) => (
        <li key={id} className="spot" data-mine={id === golferId || undefined}>
          <Avatar name={name} tone={tone} size="small" />
          <span className="line-clamp-2 font-medium wrap-anywhere" title={capitalised(name)}>
            {capitalised(name)}
          </span>
          {id === golferId && <span className="spot-mine">You</span>}
        </li>
      ))}
      {Array.from({ length: open }, (_, spot) => spot + card.participants.length).map((spot) => (
        <li key={`open-${spot}`} className="spot" data-open>
          <span
            aria-hidden
            className="size-8 shrink-0 rounded-full border-2 border-dashed border-edge"
          />
          Available
        </li>
      ))}
    </ul>
  )
}
