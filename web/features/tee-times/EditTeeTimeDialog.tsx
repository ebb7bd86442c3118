import { useState } from 'react'
import * as z from 'zod/mini'
import { type TeeTime, takenSpotCount } from '../../../contract/tee-times.ts'
import { ApiError } from '../../lib/api-client.ts'
import { plural } from '../../lib/counts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { type CardDialogProps, nameOf } from './CardParts.tsx'
import { cardIn, useEditTeeTime } from './queries.ts'
import { CutOffField, postForm, TeeTimeFields } from './TeeTimeFields.tsx'

/** {@link postForm} without `joinAsPlayer`, which an edit can't change. */
const editForm = z.omit(postForm, { joinAsPlayer: true })

export type Details = z.output<typeof editForm>

export function EditTeeTimeDialog(props: CardDialogProps & { timeZone: string }) {
  const { card, golferId, timeZone, onClose } = props
  // Only fields that differ from this card are sent, so live updates must not change it.
  const [openedCard] = useState(card)
  const [conflict, setConflict] = useState<{ card: TeeTime; values: Details }>()
  const baseCard = conflict?.card ?? openedCard
  const { cancelHours, ...values } = conflict?.values ?? detailsOf(openedCard)
  const edit = useEditTeeTime(card, {
    title: 'Tee Time Updated',
    description: 'The tee time has been successfully updated.',
  })
  const save = (typed: Details) => {
    const before = detailsOf(baseCard)
    const changes = changesIn(before, typed)
    if (Object.keys(changes).length === 0) return onClose()
    edit.mutate(
      { ...changes, version: baseCard.version, requesterId: golferId },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (!(error instanceof ApiError) || error.code !== 'OUT_OF_DATE') return
          const current = cardIn(error)
          if (!current) return
          setConflict({ card: current, values: mergeEdits(detailsOf(current), before, typed) })
        },
      },
    )
  }
  const otherCount = card.participants.filter(({ id }) => id !== golferId).length
  return (
    <Dialog
      title="Edit Tee Time"
      description={
        otherCount === 0
          ? "The whole group will see the change right away. We'll notify anyone waiting or with a reserved spot."
          : "We'll notify the players, and anyone waiting or with a reserved spot."
      }
      onClose={onClose}
    >
      {conflict && (
        <div className="mb-4 rounded-[0.625rem] bg-sand-soft px-3 py-2.5 text-sm wrap-anywhere">
          <p className="font-semibold">This tee time has changed. It's now:</p>
          <p>
            {nameOf(baseCard)}, {plural(baseCard.maxPlayers, 'player')}
            {baseCard.cutOff && `, cut-off ${plural(baseCard.cutOff.hoursBefore, 'hour')} before`}
          </p>
          {baseCard.notes && <p className="line-clamp-3 whitespace-pre-line">{baseCard.notes}</p>}
          <p className="mt-1">Your changes are below. Save again to keep them.</p>
        </div>
      )}
      <Form
        // After a conflict, remount to show the current values in the fields that the golfer didn't change.
        key={baseCard.version}
        schema={editForm}
        defaults={{ ...values, cancelHours: `${cancelHours ?? ''}` }}
        onSubmit={save}
        action={edit}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
      >
        <TeeTimeFields
          groupId={card.groupId}
          timeZone={timeZone}
          minPlayers={Math.max(1, takenSpotCount(card))}
        >
          <CutOffField />
        </TeeTimeFields>
      </Form>
    </Dialog>
  )
}

function detailsOf({ course, date, time, notes, maxPlayers, cutOff }: TeeTime): Details {
  const cancelHours = cutOff?.hoursBefore ?? null
  return { course, date, time, notes: notes ?? '', maxPlayers, cancelHours }
}

export function changesIn(before: Details, after: Details): Partial<Details> {
  const valuesBefore = new Map<string, unknown>(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => valuesBefore.get(name) !== value),
  )
}

export function mergeEdits(current: Details, before: Details, typed: Details): Details {
  return { ...current, ...changesIn(before, typed) }
}
