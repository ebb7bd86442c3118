import type { MyCalendar, NewCalendar } from '../../../contract/calendars.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useCreateCalendar, useDeleteCalendar } from './CalendarFeed.tsx'

interface FeedDialogProps {
  readonly asking: 'renew' | 'end'
  readonly createdAt: MyCalendar['createdAt']
  readonly onMade: (made: NewCalendar) => void
  readonly onClose: () => void
}

/** Asks for confirmation before calendars lose access. */
export function FeedDialog({ asking, createdAt, onMade, onClose }: FeedDialogProps) {
  const renew = useCreateCalendar(createdAt, {
    onMade: (made) => {
      onMade(made)
      onClose()
    },
    onRefused: onClose,
  })
  const end = useDeleteCalendar(onClose)
  return asking === 'renew' ? (
    <ConfirmDialog
      title="Make a new address?"
      description="The old one ends at once."
      keepLabel="Keep the Old One"
      confirmLabel="Make a New One"
      pendingLabel="Making..."
      pending={renew.isPending}
      onConfirm={() => renew.mutate()}
      onClose={onClose}
    >
      Do this when somebody has your address who shouldn't, or when you need it on another device.
      Calendars that use the old one follow your rounds no more, until you give them the new one.
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      title="End your calendar address?"
      description="It can't be taken back."
      keepLabel="Keep It"
      confirmLabel="End It"
      pendingLabel="Ending..."
      pending={end.isPending}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      Calendars that use it follow your rounds no more. You can make another address at any time.
    </ConfirmDialog>
  )
}
