import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Clock from 'lucide-react/icons/clock-3'
import UserPlus from 'lucide-react/icons/user-plus'
import { downloadRound } from '../../../contract/calendars.ts'
import { canDelay, canReportRunningLate } from '../../../contract/delays.ts'
import { type GroupDetail, runsGroup } from '../../../contract/groups.ts'
import {
  canBringGuest,
  canCancel,
  cancelTeeTime,
  canEdit,
  canReserve,
  hasTeedOff,
  isPlaying,
} from '../../../contract/tee-times.ts'
import { useAction } from '../../lib/action.ts'
import { addressOf, call, getFile } from '../../lib/api-client.ts'
import { plural } from '../../lib/counts.ts'
import { dateIn } from '../../lib/dates.ts'
import { useIsOffline } from '../../lib/offline-status.ts'
import { invalidateGroup } from '../../lib/refetch-stale.ts'
import { Button } from '../../ui/Button.tsx'
import { saveFile } from '../../ui/copy-and-save.ts'
import { onDemand, useDialog } from '../../ui/on-demand.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'
import { type CardDialogProps, nameOf, type SignedInCardProps } from './CardParts.tsx'
import { applyRefusal, dropCard } from './queries.ts'

const { ConfirmDialog } = onDemand(() => import('../../ui/Dialog.tsx'))
const { EditTeeTimeDialog } = onDemand(() => import('./EditTeeTimeDialog.tsx'))
const { GuestsAndReservationsDialog } = onDemand(() => import('./GuestsAndReservationsDialog.tsx'))
const { DelayDialog } = onDemand(() => import('./DelayDialog.tsx'))

/** The creator's buttons to edit or cancel. If the creator has left the group, its owner can cancel. */
export function CreatorControls(props: SignedInCardProps & { isOwner: boolean }) {
  const { card, golferId, isOwner, timeZone, now } = props
  const { currentDialog, openerProps, close } = useDialog()
  const isOffline = useIsOffline()
  const isCancellable = canCancel(card, golferId, isOwner, now)
  // A dialog that is open at tee-off stays open. The server's response then says why it is too late.
  if (!isCancellable && currentDialog === undefined) return null
  return (
    <div className="flex gap-1 *:px-2">
      {canEdit(card, golferId, now) && (
        <Button
          look="quiet"
          className={isOffline ? 'text-muted!' : ''}
          // Show the button while loading, too: if 'Edit' appeared later, it would push 'Cancel' aside.
          pending={timeZone === undefined}
          {...openerProps(EditTeeTimeDialog)}
        >
          Edit
        </Button>
      )}
      {isCancellable && (
        <Button
          look={isOffline ? 'quiet' : 'danger-quiet'}
          className={isOffline ? 'text-muted!' : ''}
          {...openerProps(ConfirmDialog)}
        >
          Cancel
        </Button>
      )}
      {currentDialog === EditTeeTimeDialog && timeZone !== undefined && (
        <EditTeeTimeDialog {...props} timeZone={timeZone} onClose={close} />
      )}
      {currentDialog === ConfirmDialog && (
        <CancelDialog card={card} golferId={golferId} onClose={close} />
      )}
    </div>
  )
}

function CancelDialog({ card, golferId, onClose }: CardDialogProps) {
  const cancel = useAction({
    run: () => call(cancelTeeTime, { params: { id: card.id }, body: { requesterId: golferId } }),
    success: {
      title: 'Tee Time Cancelled',
      description: 'The tee time has been successfully cancelled.',
    },
    failure: {
      title: 'Failed to Cancel',
      fallback: 'An error occurred while cancelling the tee time.',
    },
    onSuccess: () => {
      dropCard(card.groupId, card.id)
      void invalidateGroup(card.groupId)
    },
    onError: (error) => {
      applyRefusal(error, card)
      onClose()
    },
  })
  const otherCount = card.participants.filter(({ id }) => id !== golferId).length
  return (
    <ConfirmDialog
      title="Cancel this tee time?"
      description={nameOf(card)}
      keepLabel="Keep It"
      confirmLabel="Cancel Tee Time"
      pendingLabel="Cancelling..."
      action={cancel}
      onClose={onClose}
    >
      {otherCount === 0
        ? "It will be removed for the whole group. We'll notify anyone waiting or with a reserved spot."
        : `It will be removed for the whole group, and ${plural(otherCount, 'other player will lose their spot', 'other players will lose their spots')}. We'll notify them, and anyone waiting or with a reserved spot.`}{' '}
      This doesn't cancel the booking at the course.
    </ConfirmDialog>
  )
}

type GroupCardProps = SignedInCardProps & { group: GroupDetail }

export function GuestsAndReservations(props: GroupCardProps) {
  const { card, golferId, group, now } = props
  const { currentDialog, openerProps, close } = useDialog()
  const isCreator = card.creatorId === golferId
  const canBring = canBringGuest(card, golferId, group.guestsPerPlayer, now)
  const hasGuestsOrReservations =
    card.guests.some(({ hostId }) => isCreator || hostId === golferId) ||
    (isCreator && card.reservations.length > 0)
  const isUseful = canBring || canReserve(card, golferId, now) || hasGuestsOrReservations
  const title = isCreator ? 'Guests and Reserved Spots' : canBring ? 'Bring a Guest' : 'Your Guests'
  return (
    <>
      {isUseful && (
        <Button ref={restoreFocus} look="quiet" {...openerProps(GuestsAndReservationsDialog)}>
          <UserPlus size={18} className="shrink-0" />
          {title}
        </Button>
      )}
      {currentDialog && <GuestsAndReservationsDialog {...props} title={title} onClose={close} />}
    </>
  )
}

export function DelayOrLateButton(props: GroupCardProps) {
  const { card, golferId, group, now } = props
  const { currentDialog, openerProps, close } = useDialog()
  const today = dateIn(group.timeZone, now)
  const offersDelay = canDelay(card, golferId, runsGroup(group.role), { now, today })
  const offersLate = canReportRunningLate(card, golferId, now)
  const delayOptions = { offersDelay, offersLate }
  const title = !offersDelay
    ? 'Running Late'
    : offersLate
      ? 'Running Late or Frost Delay'
      : 'Frost Delay'
  return (
    <>
      {(offersDelay || offersLate) && (
        <Button
          ref={restoreFocus}
          look="quiet"
          className="-my-2 -ml-2 self-start px-2 text-sm"
          {...openerProps(DelayDialog)}
        >
          <Clock size={18} />
          {title}
          {offersLate && '?'}
        </Button>
      )}
      {currentDialog && <DelayDialog {...props} {...delayOptions} title={title} onClose={close} />}
    </>
  )
}

export function AddToCalendar({ card, golferId, now }: SignedInCardProps) {
  const address = addressOf(downloadRound, { params: { id: card.id } })
  const add = useAction({
    // A plain link would not send the session token.
    run: async () => saveFile(await getFile(address), `tee-time-${card.number}.ics`),
    success: {
      title: 'Calendar File Ready',
      description: 'Open the file that was just downloaded to add this round to your calendar.',
    },
    failure: { title: 'Failed to Add Round to Calendar', doing: 'making the calendar file' },
    onError: () => void invalidateGroup(card.groupId),
  })
  if (!isPlaying(card, golferId) || hasTeedOff(card, now)) return null
  return (
    <Button look="quiet" pending={add.isPending} onClick={() => add.mutate()}>
      <CalendarPlus size={18} className="shrink-0" />
      Add to Calendar
    </Button>
  )
}
