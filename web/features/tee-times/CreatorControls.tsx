import { useState } from 'react'
import { canCancel, canEdit, type TeeTime } from '../../../contract/tee-times.ts'
import { Button } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'

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
