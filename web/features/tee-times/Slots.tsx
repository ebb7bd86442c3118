import type { ReactNode } from 'react'
import { capitalized } from '../../../contract/names.ts'
import { describeUntil } from '../../lib/dates.ts'
import { Avatar, type Tone } from '../../ui/Avatar.tsx'
import type { CardProps } from './CardParts.tsx'

const TONES: Readonly<Record<number, Tone>> = { 1: 'primary', 2: 'secondary', 3: 'accent' }

/** The spots of a tee time in two columns: taken, reserved, offered and open ones. */
export function Slots({ card, golferId, timeZone, now }: CardProps) {
  const tone = TONES[card.creatorId % 4] ?? 'grey'
  const { participants, guests, reservations, waiting, maxPlayers } = card
  const free = Math.max(0, maxPlayers - participants.length - guests.length - reservations.length)
  const open = Math.min(free, card.availableSpots)
  const offered = waiting.filter(({ offeredUntil }) => offeredUntil !== null).slice(0, free - open)
  const until = (moment: string) => describeUntil(moment, timeZone, now)
  const nameOf = (id: number | null, name: string) =>
    id !== null && id === golferId ? 'you' : capitalized(name)
  return (
    <ul aria-label="Spots" className="spots">
      {participants.map(({ id, name }) => (
        <li key={id} className="spot" data-mine={id === golferId || undefined}>
          <Avatar name={name} tone={tone} size="small" />
          <span className="line-clamp-2 font-medium wrap-anywhere" title={capitalized(name)}>
            {capitalized(name)}
          </span>
          {id === golferId && <span className="spot-mine">You</span>}
        </li>
      ))}
      {guests.map(({ id, name, hostId, hostName }) => (
        <li key={`guest-${id}`} className="spot" data-guest>
          <Avatar name={name} tone="grey" size="small" />
          <Lines
            first={capitalized(name)}
            second={hostId === golferId ? 'Your guest' : `${capitalized(hostName)}'s guest`}
          />
        </li>
      ))}
      {reservations.map((reserved) => (
        <KeptSpot key={`reserved-${reserved.id}`}>
          {Date.parse(reserved.until) > now.getTime() ? (
            <Lines
              first={`Reserved for ${nameOf(reserved.golferId, reserved.name)}`}
              second={`until ${until(reserved.until)}`}
            />
          ) : (
            'Opens in a moment'
          )}
        </KeptSpot>
      ))}
      {offered.map(({ id, name, offeredUntil }) => (
        <KeptSpot key={`offer-${id}`}>
          {offeredUntil !== null && Date.parse(offeredUntil) > now.getTime() ? (
            <Lines
              first={`Offered to ${nameOf(id, name)}`}
              second={`until ${until(offeredUntil)}`}
            />
          ) : (
            'Goes to the next golfer in line'
          )}
        </KeptSpot>
      ))}
      {places(free - open - offered.length).map((place) => (
        <KeptSpot key={`line-${place}`}>For the waiting list</KeptSpot>
      ))}
      {places(open).map((place) => {
        const owedBy = card.cutOff?.owedSpots[place]
        return (
          <li key={`open-${place}`} className="spot" data-open>
            <span
              aria-hidden
              className="size-8 shrink-0 rounded-full border-2 border-dashed border-edge"
            />
            {owedBy === undefined ? (
              'Available'
            ) : (
              <Lines
                first="Available"
                second={
                  owedBy.golferId === golferId
                    ? 'You owe this spot'
                    : `${capitalized(owedBy.name)} owes this spot`
                }
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function places(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place)
}

/** A spot that is neither taken nor open. */
function KeptSpot({ children }: { children: ReactNode }) {
  return (
    <li className="spot" data-kept>
      {children}
    </li>
  )
}

function Lines({ first, second }: { first: string; second: string }) {
  return (
    <div className="min-w-0">
      <span className="line-clamp-2 font-medium wrap-anywhere" title={first}>
        {first}
      </span>
      <span className="line-clamp-2 text-xs text-muted wrap-anywhere" title={second}>
        {second}
      </span>
    </div>
  )
}
