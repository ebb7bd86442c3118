import { useState } from 'react'
import { spotsTaken, type TeeTime } from '../../../contract/tee-times.ts'
import { plural } from '../../lib/counts.ts'
import { shortDate, shortTime } from '../../lib/dates.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { useEditTeeTime } from './queries.ts'
import { CutOffField, TeeTimeFields } from './TeeTimeFields.tsx'
import { changesIn, type Details, detailsOf, editForm, typedOver } from './tee-time-form.ts'

interface EditTeeTimeDialogProps {
  readonly card: TeeTime
  readonly golferId: number
  readonly timeZone: string
  readonly onClose: () => void
}

interface Edited {
  /** The card when the dialog opened or a save was refused. Only differences from it are saved. */
  readonly seen: TeeTime
  readonly shown: Details
  readonly isRefused?: true
}

export function EditTeeTimeDialog({ card, golferId, timeZone, onClose }: EditTeeTimeDialogProps) {
  const [{ seen, shown, isRefused }, setEdited] = useState<Edited>({
    seen: card,
    shown: detailsOf(card),
  })
  const before = detailsOf(seen)
  const edit = useEditTeeTime(card, {
    onSaved: onClose,
    onOutOfDate: (now, typed) =>
      setEdited({
        seen: now,
        shown: typedOver(detailsOf(now), before, typed),
        isRefused: true,
      }),
  })
  const others = card.participants.filter(({ id }) => id !== golferId).length
  return (
    <Dialog
      title="Edit Tee Time"
      description={
        others === 0 ? 'The whole group sees it at once.' : 'Its players are told what you change.'
      }
      onClose={onClose}
    >
      {isRefused && <Standing card={seen} />}
      <Form
        // After a conflict, remount to show the current values in the fields that the golfer didn't change.
        key={seen.version}
        schema={editForm}
        defaults={{ ...shown, cancelHours: `${shown.cancelHours ?? ''}` }}
        onSubmit={({ notes, ...values }) => {
          const typed = { ...values, notes: notes ?? '' }
          const changes = changesIn(before, typed)
          if (Object.keys(changes).length === 0) onClose()
          else edit.mutate({ typed, changes, version: seen.version, requesterId: golferId })
        }}
        pending={edit.isPending}
        error={edit.error}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
      >
        <TeeTimeFields
          groupId={card.groupId}
          timeZone={timeZone}
          fewestPlayers={Math.max(1, spotsTaken(card))}
        >
          <CutOffField />
        </TeeTimeFields>
      </Form>
    </Dialog>
  )
}

/** What someone else saved while this golfer was editing. */
function Standing({ card }: { card: TeeTime }) {
  return (
    <div className="mb-4 rounded-[0.625rem] bg-sand-soft px-3 py-2.5 text-sm wrap-anywhere">
      <p className="font-semibold">It was changed in the meantime, and is now:</p>
      <p>
        {card.course}, {shortDate(card.date)}, {shortTime(card.time)},{' '}
        {plural(card.maxPlayers, 'player')}
        {card.cutOff && `, cut-off ${card.cutOff.hoursBefore} hours before`}
      </p>
      {card.notes && <p className="line-clamp-3 whitespace-pre-line">{card.notes}</p>}
      <p className="mt-1">What you typed is below. Save again to keep it.</p>
    </div>
  )
}
