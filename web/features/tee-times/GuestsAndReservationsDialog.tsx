import type { GroupDetail } from '../../../contract/groups.ts'
import { MAX_NAME_LENGTH } from '../../../contract/limits.ts'
import { capitalized } from '../../../contract/names.ts'
import { guestForm } from '../../../contract/spots.ts'
import {
  canBringGuest,
  canBringReserved,
  canReserve,
  type TeeTime,
} from '../../../contract/tee-times.ts'
import { describeUntil, shortDate, shortTime } from '../../lib/dates.ts'
import { useNowAround } from '../../lib/timing.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { deadlinesOf } from './CardParts.tsx'
import { ReserveSpot } from './ReserveSpot.tsx'
import { useBringGuest, useReleaseReservation, useRemoveGuest } from './reservation-queries.ts'

interface SetAsideDialogProps {
  readonly card: TeeTime
  readonly golferId: number
  readonly group: GroupDetail
  readonly title: string
  readonly onClose: () => void
}

/** Dialog with a tee time's guests and reserved spots, and forms to add more. */
export function GuestsAndReservationsDialog({
  card,
  golferId,
  group,
  title,
  onClose,
}: SetAsideDialogProps) {
  const now = useNowAround(...deadlinesOf(card))
  const isCreator = card.creatorId === golferId
  const guests = card.guests.filter(({ hostId }) => isCreator || hostId === golferId)
  const reservations = isCreator ? card.reservations : []
  const canBring = canBringGuest(card, golferId, group.guestsPerPlayer, now)
  const mayHold = canReserve(card, golferId, now)
  const canBringThem = canBringReserved(card, golferId, group.guestsPerPlayer, now)
  return (
    <Dialog
      title={title}
      description={`${card.course}, ${shortDate(card.date)}, ${shortTime(card.time)}`}
      onClose={onClose}
    >
      <div
        // Focusing an input would open the phone's keyboard, which would cover the list.
        data-autofocus={!canBring || guests.length + reservations.length > 0 || undefined}
        tabIndex={-1}
        className="divide-y divide-line outline-none [&>*]:py-4 [&>*:first-child]:pt-0"
      >
        {guests.length + reservations.length > 0 && (
          <ul className="space-y-3">
            {guests.map((guest) => (
              <GuestRow key={guest.id} card={card} guest={guest} golferId={golferId} />
            ))}
            {reservations.map((hold) => (
              <HoldRow
                key={hold.id}
                card={card}
                hold={hold}
                canBring={canBringThem && hold.golferId === null}
                until={describeUntil(hold.until, group.timeZone, now)}
              />
            ))}
          </ul>
        )}
        {canBring && <BringGuest card={card} onBrought={onClose} />}
        {mayHold && <ReserveSpot card={card} group={group} onHeld={onClose} />}
        {!canBring && !mayHold && (
          <p className="text-sm text-muted">
            {card.availableSpots > 0
              ? 'That is as many guests as this group lets each player bring.'
              : 'No spot is open for another one.'}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function BringGuest({ card, onBrought }: { card: TeeTime; onBrought: () => void }) {
  const bring = useBringGuest(card, onBrought)
  return (
    <section aria-labelledby="bring-guest" className="form-amid">
      <h3 id="bring-guest" className="font-semibold">
        Bring a guest
      </h3>
      <p className="mb-3 text-sm text-muted">A guest takes a spot, and leaves when you do.</p>
      <Form
        schema={guestForm}
        defaults={{ name: '' }}
        onSubmit={(values) => bring.mutate(values)}
        pending={bring.isPending}
        error={bring.error}
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

interface GuestRowProps {
  readonly card: TeeTime
  readonly guest: TeeTime['guests'][number]
  readonly golferId: number
}

function GuestRow({ card, guest, golferId }: GuestRowProps) {
  const remove = useRemoveGuest(card, guest.id)
  const name = capitalized(guest.name)
  return (
    <li className="flex items-center gap-3">
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-medium">{name}</span>
        <span className="block text-sm text-muted">
          {guest.hostId === golferId ? 'Your guest' : `${capitalized(guest.hostName)}'s guest`}
        </span>
      </p>
      <Button
        look="danger-quiet"
        aria-label={`Remove ${name}`}
        pending={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {remove.isPending ? 'Removing...' : 'Remove'}
      </Button>
    </li>
  )
}

interface HoldRowProps {
  readonly card: TeeTime
  readonly hold: TeeTime['reservations'][number]
  /** Whether the golfer can turn it into a spot for their guest. */
  readonly canBring: boolean
  readonly until: string
}

function HoldRow({ card, hold, canBring, until }: HoldRowProps) {
  const release = useReleaseReservation(card, hold.id)
  const bring = useBringGuest(card, () => undefined)
  const name = capitalized(hold.name)
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <p className="grow basis-32 wrap-anywhere">
        <span className="font-medium">{name}</span>
        <span className="block text-sm text-muted">Held until {until}</span>
      </p>
      <div className="ml-auto flex">
        {canBring && (
          <Button
            look="quiet"
            aria-label={`Add ${name} as your guest`}
            pending={bring.isPending}
            onClick={() => bring.mutate({ name: hold.name })}
          >
            {bring.isPending ? 'Adding...' : 'Add Guest'}
          </Button>
        )}
        <Button
          look="quiet"
          aria-label={`Open spot held for ${name}`}
          pending={release.isPending}
          onClick={() => release.mutate()}
        >
          {release.isPending ? 'Opening...' : 'Open Spot'}
        </Button>
      </div>
    </li>
  )
}
