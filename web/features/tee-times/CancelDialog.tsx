import type { TeeTime } from '../../../contract/tee-times.ts'
import { plural } from '../../lib/counts.ts'
import { shortDate, shortTime } from '../../lib/dates.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { useCancelTeeTime } from './queries.ts'

interface CancelDialogProps {
  readonly card: TeeTime
  readonly golferId: number
  readonly onClose: () => void
}

export function CancelDialog({ card, golferId, onClose }: CancelDialogProps) {
  const cancel = useCancelTeeTime(card, golferId)
  const others = card.participants.filter(({ id }) => id !== golferId).length
  return (
    <ConfirmDialog
      title="Cancel this tee time?"
      description={`${card.course}, ${shortDate(card.date)}, ${shortTime(card.time)}`}
      keepLabel="Keep It"
      confirmLabel="Cancel Tee Time"
      pendingLabel="Cancelling..."
      pending={cancel.isPending}
      onConfirm={() => cancel.mutate(undefined, { onError: onClose })}
      onClose={onClose}
    >
      {others === 0
        ? 'It disappears for the whole group.'
        : `It disappears for the whole group, and ${plural(others, 'other player loses a spot', 'other players lose their spots')}.`}
    </ConfirmDialog>
  )
}
