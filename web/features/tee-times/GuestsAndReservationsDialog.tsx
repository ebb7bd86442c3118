import type { ReactNode } from 'react'
import { owesSpotOnLeaving } from '../../../contract/cut-offs.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { type GroupDetail, isUnpaid } from '../../../contract/groups.ts'
import { MAX_NAME_LENGTH } from '../../../contract/limits.ts'
import { capitalized } from '../../../contract/names.ts'
import { bringGuest, guestForm, releaseReservation, removeGuest } from '../../../contract/spots.ts'
import {
  canBringGuest,
  canBringReservedGuest,
  canReserve,
  hasTeedOff,
  type TeeTime,
} from '../../../contract/tee-times.ts'
import { call } from '../../lib/api-client.ts'
import { describeMoment } from '../../lib/dates.ts'
import { ActionButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { useChangeDetector } from '../../ui/use-change-detector.ts'
import { type CardDialogProps, nameOf, type SignedInCardProps } from './CardParts.tsx'
import { useCardAction } from './queries.ts'
import { ReserveSpot } from './ReserveSpot.tsx'

export function GuestsAndReservationsDialog(
  props: CardDialogProps & { group: GroupDetail; title: string; now: Date },
) {
  const { card, golferId, group, title, now, onClose } = props
  const isCreator = card.creatorId === golferId
  const guests = card.guests.filter(({ hostId }) => isCreator || hostId === golferId)
  const reservations = isCreator ? card.reservations : []
  const haveJustMoved = useChangeDetector([...guests, ...reservations].map(({ id }) => id).join())
  const hasBegun = hasTeedOff(card, now)
  // Nobody can claim a freed spot after tee-off, or while the group is unpaid.
  const openAgainText =
    !hasBegun && !isUnpaid(group, now) ? 'Someone else can have the spot now.' : undefined
  const canBring = canBringGuest(card, golferId, group.guestsPerPlayer, now)
  const canReserveSpot = canReserve(card, golferId, now)
  const canAddReserved = canBringReservedGuest(card, golferId, group.guestsPerPlayer, now)
  return (
    <Dialog title={title} description={nameOf(card)} onClose={onClose}>
      <div
        // Focusing an input would open the phone's keyboard, which would cover the list.
        data-autofocus={!canBring || guests.length + reservations.length > 0 || undefined}
        tabIndex={-1}
        className="divide-y divide-line outline-none [&>*]:py-4 [&>*:first-child]:pt-0"
      >
        {guests.length + reservations.length > 0 && (
          <ul
            className="space-y-3"
            // Ignore taps right after rows move, so that no tap removes the wrong golfer.
            onClickCapture={(event) => haveJustMoved() && event.stopPropagation()}
          >
            {guests.map((guest) => (
              <GuestRow key={guest.id} {...{ card, guest, golferId, now, openAgainText }} />
            ))}
            {reservations.map((reservation) => (
              <ReservationRow
                key={reservation.id}
                card={card}
                reservation={reservation}
                openAgainText={openAgainText}
                canBring={canAddReserved && reservation.golferId === null}
                until={describeMoment(reservation.until, group.timeZone, now)}
              />
            ))}
          </ul>
        )}
        {canBring && <BringGuest card={card} onClose={onClose} />}
        {canReserveSpot && (
          <ReserveSpot card={card} group={group} canBring={canAddReserved} onReserved={onClose} />
        )}
        {!canBring && !canReserveSpot && (
          <p className="text-sm text-muted">
            {hasBegun
              ? "This round has started, so you can't add guests."
              : card.availableSpots > 0
                ? "You've reached this group's limit on guests per player."
                : "There's no open spot for another guest."}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function BringGuest({ card, onClose }: { card: TeeTime; onClose: () => void }) {
  const bring = useBringGuest(card, onClose)
  return (
    <section aria-labelledby="bring-guest" className="form-amid">
      <h3 id="bring-guest" className="font-semibold">
        Bring a Guest
      </h3>
      <p className="mb-3 text-sm text-muted">
        A guest takes a spot. If you leave, so does your guest.
      </p>
      <Form
        schema={guestForm}
        defaults={{ name: '' }}
        action={bring}
        submitLabel="Add Guest"
        pendingLabel="Adding..."
      >
        <TextField
          name="name"
          label="Guest's Name"
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
        />
      </Form>
    </section>
  )
}

function useBringGuest(card: TeeTime, onBrought?: () => void) {
  return useCardAction<BodyOf<typeof bringGuest>>(card, {
    run: (body) => call(bringGuest, { params: { id: card.id }, body }),
    success: { title: 'Guest Added', description: 'Your guest has a spot in this tee time.' },
    failure: { title: 'Failed to Add Guest', doing: 'adding the guest' },
    onSuccess: () => onBrought?.(),
  })
}

function GuestRow(
  props: SignedInCardProps & {
    guest: TeeTime['guests'][number]
    openAgainText: string | undefined
  },
) {
  const { card, guest, golferId, now, openAgainText } = props
  const isMine = guest.hostId === golferId
  const mayHaveToPay = isMine && !hasTeedOff(card, now) && owesSpotOnLeaving(card, now)
  const remove = useCardAction(card, {
    run: () => call(removeGuest, { params: { id: card.id, guestId: guest.id } }),
    success: {
      title: 'Guest Removed',
      description: mayHaveToPay
        ? 'The cut-off has passed. You may have to pay for this spot unless someone takes it.'
        : withNotice(openAgainText, isMine ? undefined : guest.hostName),
    },
    failure: { title: 'Failed to Remove Guest', doing: 'removing the guest' },
  })
  const name = capitalized(guest.name)
  const whose = isMine ? 'Your guest' : `Guest of ${capitalized(guest.hostName)}`
  const detail = mayHaveToPay ? `${whose}. If you remove them, you may have to pay.` : whose
  return (
    <Row name={name} detail={detail}>
      <ActionButton
        look="danger-quiet"
        aria-label={`Remove ${name}`}
        action={remove}
        label="Remove"
        pendingLabel="Removing..."
      />
    </Row>
  )
}

/** Adds that we won't notify the golfer with this name, whose guest or reservation was removed. */
function withNotice(
  openAgainText: string | undefined,
  name: string | undefined,
): string | undefined {
  if (name === undefined) return openAgainText
  const notice = `We won't notify ${capitalized(name)}.`
  return openAgainText === undefined ? notice : `${openAgainText} ${notice}`
}

function Row(props: { name: string; detail: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <p className="grow basis-32 wrap-anywhere">
        <span className="font-medium">{props.name}</span>
        <span className="block text-sm text-muted">{props.detail}</span>
      </p>
      <div className="-mr-4 ml-auto flex">{props.children}</div>
    </li>
  )
}

function ReservationRow(props: {
  card: TeeTime
  reservation: TeeTime['reservations'][number]
  openAgainText: string | undefined
  canBring: boolean
  until: string
}) {
  const { card, reservation, openAgainText, canBring, until } = props
  const params = { id: card.id, reservationId: reservation.id }
  const name = capitalized(reservation.name)
  const release = useCardAction(card, {
    run: () => call(releaseReservation, { params }),
    success: {
      title: 'Spot Released',
      description: withNotice(openAgainText, reservation.golferId === null ? undefined : name),
    },
    failure: { title: 'Failed to Release Spot', doing: 'releasing the spot' },
  })
  const bring = useBringGuest(card)
  return (
    <Row name={name} detail={`Reserved until ${until}`}>
      {canBring && (
        <ActionButton
          look="quiet"
          aria-label={`Add ${name} as your guest`}
          action={{ ...bring, mutate: () => bring.mutate({ name: reservation.name }) }}
          label="Add Guest"
          pendingLabel="Adding..."
        />
      )}
      <ActionButton
        look="quiet"
        aria-label={`Release spot reserved for ${name}`}
        action={release}
        label="Release Spot"
        pendingLabel="Releasing..."
      />
    </Row>
  )
}
