import type { TeeTime } from '../../../contract/tee-times.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { shortDate, shortTime } from '../../ui/local-date.ts'
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
    <Dialog
      title="Cancel this tee time?"
      description={`${card.course}, ${shortDate(card.date)}, ${shortTime(card.time)}`}
      onClose={onClose}
    >
      <p>
        {others === 0
          ? 'It disappears for the whole group.'
          : `It disappears for the whole group, and ${others === 1 ? '1 other player loses a spot' : `${others} other players lose their spots`}.`}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button look="outline" className="flex-1" data-autofocus onClick={onClose}>
          Keep It
        </Button>
        <Button
          look="danger"
          className="flex-1"
          pending={cancel.isPending}
          onClick={() => cancel.mutate(undefined, { onError: onClose })}
        >
          {cancel.isPending ? 'Cancelling...' : 'Cancel Tee Time'}
        </Button>
      </div>
    </Dialog>
  )
}
