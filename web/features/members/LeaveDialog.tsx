import type { GroupDetail } from '../../../contract/groups.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useLeaveGroup } from './queries.ts'

interface LeaveDialogProps {
  readonly group: GroupDetail
  readonly onClose: () => void
}

export function LeaveDialog({ group, onClose }: LeaveDialogProps) {
  const leave = useLeaveGroup(group)
  return (
    <Dialog title="Leave this group?" description={group.name} onClose={onClose}>
      <p>
        Your spots in upcoming tee times open up for the others, and tee times you posted stay. To
        come back, you need to be let in again.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button look="outline" className="flex-1" data-autofocus onClick={onClose}>
          Stay
        </Button>
        <Button
          look="danger"
          className="flex-1"
          pending={leave.isPending}
          onClick={() => leave.mutate(undefined, { onError: onClose })}
        >
          {leave.isPending ? 'Leaving...' : 'Leave Group'}
        </Button>
      </div>
    </Dialog>
  )
}
