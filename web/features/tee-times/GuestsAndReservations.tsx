import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import type { GroupDetail } from '../../../contract/groups.ts'
import { canBringGuest, canReserve, type TeeTime } from '../../../contract/tee-times.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'

const GuestsAndReservationsDialog = onDemand(() =>
  import('./GuestsAndReservationsDialog.tsx').then((part) => part.GuestsAndReservationsDialog),
)

interface SetAsideProps {
  readonly card: TeeTime
  readonly golferId: number
  readonly group: GroupDetail
  readonly now: Date
}

/** Button to manage guests and, for the creator, reserved spots. */
export function GuestsAndReservations({ card, golferId, group, now }: SetAsideProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const isCreator = card.creatorId === golferId
  const canBring = canBringGuest(card, golferId, group.guestsPerPlayer, now)
  const hasSome =
    card.guests.some(({ hostId }) => isCreator || hostId === golferId) ||
    (isCreator && card.reservations.length > 0)
  const isUseful = canBring || canReserve(card, golferId, now) || hasSome
  const label = isCreator ? 'Guests and holds' : canBring ? 'Bring a guest' : 'Your guests'
  return (
    <>
      {isUseful && (
        <button
          ref={restoreFocus}
          type="button"
          title={label}
          aria-label={label}
          className="icon-button -my-3 -mr-3"
          onPointerEnter={GuestsAndReservationsDialog.preload}
          onClick={() => setOpen(true)}
        >
          <UserPlus aria-hidden size={20} />
        </button>
      )}
      {open && (
        <GuestsAndReservationsDialog
          card={card}
          golferId={golferId}
          group={group}
          title={isCreator ? 'Guests and Holds' : canBring ? 'Bring a Guest' : 'Your Guests'}
          onClose={close}
        />
      )}
    </>
  )
}
