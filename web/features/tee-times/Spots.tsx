import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { capitalized } from '../../../contract/names.ts'
import { type TeeTime, takenSpotCount } from '../../../contract/tee-times.ts'
import { describeMoment } from '../../lib/dates.ts'
import { useIsOffline } from '../../lib/offline-status.ts'
import { Avatar, toneOf } from '../../ui/Avatar.tsx'
import type { CardProps } from './CardParts.tsx'
import type { SpotActions } from './SpotButton.tsx'

export function Spots(props: CardProps & { spotActions: SpotActions }) {
  const { card, golferId, timeZone, pauseId, now, spotActions } = props
  const [tappedIndex, setTappedIndex] = useState<number>()
  const tone = toneOf(card.creatorId)
  const { participants, guests, reservations, waiting, maxPlayers, availableSpots } = card
  const offers = waiting.filter(({ offeredUntil }) => offeredUntil !== null)
  // While the group is unpaid or inactive, `offeredUntil` of an offer is null, but the offer keeps its spot.
  const suspendedOffers = maxPlayers - takenSpotCount(card) - availableSpots
  const displayName = (id: number | null, name: string) =>
    id === golferId ? 'you' : capitalized(name)
  const pressSpot = pauseId === undefined ? spotActions.pressSpot : undefined
  // Affects only the look. While offline, open spots remain buttons: a tap explains why nobody can claim.
  const isClaimable = !useIsOffline() && pressSpot !== undefined
  const keptSpot = (key: string, first: string, until: string | null, expiredText: string) => (
    <li key={key} className="spot" data-kept>
      {until !== null && Date.parse(until) > now.getTime() ? (
        <Lines first={first} second={`until ${describeMoment(until, timeZone, now)}`} />
      ) : (
        expiredText
      )}
    </li>
  )
  return (
    <ul aria-label="Spots" className="spots">
      {participants.map(({ id, name }) => (
        <li key={id} className="spot" data-mine={id === golferId || undefined}>
          <Avatar name={name} tone={tone} size="small" />
          <span
            className="line-clamp-2 font-medium wrap-normal text-ellipsis"
            title={capitalized(name)}
          >
            {capitalized(name)}
          </span>
          {id === golferId && (
            <span className="absolute -top-2.5 right-1.5 rounded-full bg-fairway px-[0.4375rem] py-px text-xs leading-[0.8125rem] font-bold text-on-fairway">
              You
            </span>
          )}
        </li>
      ))}
      {guests.map(({ id, name, hostId, hostName }) => (
        <li key={`guest-${id}`} className="spot" data-guest>
          <Avatar name={name} tone="grey" size="small" />
          <Lines
            first={capitalized(name)}
            second={hostId === golferId ? 'Your guest' : `Guest of ${capitalized(hostName)}`}
          />
        </li>
      ))}
      {reservations.map(({ id, name, golferId: forId, until }) =>
        keptSpot(
          `reserved-${id}`,
          `Reserved for ${displayName(forId, name)}`,
          until,
          'Opens in a moment',
        ),
      )}
      {offers.map(({ id, name, offeredUntil }) =>
        keptSpot(
          `offer-${id}`,
          `Offered to ${displayName(id, name)}`,
          offeredUntil,
          'Offer expired',
        ),
      )}
      {indexes(suspendedOffers).map((index) => (
        <li key={`line-${index}`} className="spot" data-kept>
          Reserved for the waiting list
        </li>
      ))}
      {indexes(availableSpots).map((index) => {
        const owedBy = card.cutOff?.owedSpots[index]
        const isClaiming = spotActions.pending === 'claim' && tappedIndex === index
        const content = (
          <>
            <span
              aria-hidden
              className="grid size-8 shrink-0 place-items-center rounded-full border-2 border-dashed border-current"
            >
              {isClaimable && <Plus size={18} />}
            </span>
            <span className="min-w-0 py-1.5">
              <span className="block">{isClaiming ? 'Claiming...' : <>Available</>}</span>
              {owedBy !== undefined && (
                <SmallText clamp="line-clamp-3">{describeOwed(owedBy, card, golferId)}</SmallText>
              )}
            </span>
          </>
        )
        return (
          <li key={`open-${index}`} className="spot" data-open={isClaimable ? 'claimable' : ''}>
            {pressSpot ? (
              <button
                type="button"
                // Keyboard users have the 'Claim Spot' button instead.
                tabIndex={-1}
                // The button covers the whole spot and half the gap around it.
                className="-m-[3px] flex min-w-0 flex-1 items-center gap-2 self-stretch rounded-xl px-[calc(0.5rem+3px)] py-[3px] text-start focus-visible:-outline-offset-3"
                aria-disabled={spotActions.pending !== undefined || undefined}
                onClick={() => {
                  setTappedIndex(index)
                  pressSpot()
                }}
              >
                {content}
              </button>
            ) : (
              content
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** If the golfer who owes the spot still plays, it was the spot of the golfer's guest. */
function describeOwed(
  { golferId, name }: { readonly golferId: number; readonly name: string },
  { participants }: TeeTime,
  myId: number | undefined,
): string {
  const isOwedForGuest = participants.some(({ id }) => id === golferId)
  if (golferId === myId)
    return isOwedForGuest
      ? 'Your guest dropped out late, and you may have to pay'
      : 'You dropped out late and may have to pay'
  // The name comes last, because a long name is cut off.
  return `${isOwedForGuest ? 'Dropped out late: guest of' : 'Dropped out late:'} ${capitalized(name)}`
}

function indexes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

function Lines({ first, second }: { first: string; second: string }) {
  return (
    <div className="min-w-0">
      <span className="line-clamp-2 font-medium wrap-normal text-ellipsis" title={first}>
        {first}
      </span>
      <SmallText>{second}</SmallText>
    </div>
  )
}

function SmallText({ clamp = 'line-clamp-2', children }: { clamp?: string; children: string }) {
  return (
    <span
      className={`${clamp} text-[0.8125rem] text-muted wrap-normal text-ellipsis`}
      title={children}
    >
      {children}
    </span>
  )
}
