import Clock from 'lucide-react/icons/clock-3'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import {
  canDelay,
  canRunLate,
  LATE_FROM_HOURS,
  LATE_UNTIL_MINUTES,
} from '../../../contract/delays.ts'
import { type GroupDetail, runsGroup } from '../../../contract/groups.ts'
import {
  canBringGuest,
  canCancel,
  canEdit,
  canReserve,
  type TeeTime,
} from '../../../contract/tee-times.ts'
import { dateIn } from '../../lib/dates.ts'
import { useNowAround } from '../../lib/timing.ts'
import { Button } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'

const CancelDialog = onDemand(() => import('./CancelDialog.tsx').then((part) => part.CancelDialog))
const EditTeeTimeDialog = onDemand(() =>
  import('./EditTeeTimeDialog.tsx').then((part) => part.EditTeeTimeDialog),
)

interface CreatorControlsProps {
  readonly card: TeeTime
  readonly golferId: number
  readonly isOwner: boolean
  /** The group's; undefined while loading. */
  readonly timeZone: string | undefined
  readonly now: Date
}

/** The creator's actions for a tee time. The group's owner gets them too if the creator has left. */
export function CreatorControls({ card, golferId, isOwner, timeZone, now }: CreatorControlsProps) {
  const [open, setOpen] = useState<'edit' | 'cancel'>()
  const close = () => setOpen(undefined)
  const isCancellable = canCancel(card, golferId, isOwner, now)
  // A dialog that is open at tee-off stays open: the server's answer says what happened.
  if (!isCancellable && open === undefined) return null
  return (
    <div className="ml-auto flex gap-1 max-[24rem]:flex-1 max-[24rem]:*:flex-1">
      {canEdit(card, golferId, now) && (
        <Button
          look="quiet"
          // Shown while loading too, or it would push 'Cancel' aside later.
          pending={timeZone === undefined}
          onPointerEnter={EditTeeTimeDialog.preload}
          onClick={() => setOpen('edit')}
        >
          Edit
        </Button>
      )}
      {isCancellable && (
        <Button
          look="danger-quiet"
          onPointerEnter={CancelDialog.preload}
          onClick={() => setOpen('cancel')}
        >
          Cancel
        </Button>
      )}
      {open === 'edit' && timeZone !== undefined && (
        <EditTeeTimeDialog card={card} golferId={golferId} timeZone={timeZone} onClose={close} />
      )}
      {open === 'cancel' && <CancelDialog card={card} golferId={golferId} onClose={close} />}
    </div>
  )
}

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

const DelayDialog = onDemand(() => import('./DelayDialog.tsx').then((part) => part.DelayDialog))

const MINUTE_MS = 60_000

interface DayOfPlayProps {
  readonly card: TeeTime
  readonly golferId: number
  readonly group: GroupDetail
}

/** Button to report running late, or to delay a frosty morning, for golfers who may do so. */
export function DayOfPlay({ card, golferId, group }: DayOfPlayProps) {
  const [open, setOpen] = useState(false)
  const startsAt = Date.parse(card.startsAt)
  const now = useNowAround(
    startsAt - LATE_FROM_HOURS * 60 * MINUTE_MS,
    startsAt,
    startsAt + LATE_UNTIL_MINUTES * MINUTE_MS + 1,
  )
  const delays = canDelay(card, golferId, runsGroup(group.role), {
    now,
    today: dateIn(group.timeZone, now),
  })
  const runsLate = canRunLate(card, golferId, now)
  return (
    <>
      {(delays || runsLate) && (
        <Button
          ref={restoreFocus}
          look="quiet"
          className="-my-2 -ml-2 self-start px-2 text-sm"
          onPointerEnter={DelayDialog.preload}
          onClick={() => setOpen(true)}
        >
          <Clock aria-hidden size={18} />
          {delays ? (runsLate ? 'Late, or frost?' : 'Frost delay') : 'Running late?'}
        </Button>
      )}
      {open && (
        <DelayDialog
          card={card}
          golferId={golferId}
          delays={delays}
          runsLate={runsLate}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
