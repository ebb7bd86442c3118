import type { GroupDetail } from '../../../../contract/groups.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useLeaveGroup } from './queries.ts'

interface LeaveDialogProps {
  readonly group: GroupDetail
  readonly onClose: () => void
}

export function LeaveDialog({ group, onClose }: LeaveDialogProps) {
  const leave = useLeaveGroup(group)
  return (
    <ConfirmDialog
      title="Leave this group?"
      description={group.name}
      keepLabel="Stay"
      confirmLabel="Leave Group"
      pendingLabel="Leaving..."
      pending={leave.isPending}
      onConfirm={() => leave.mutate(undefined, { onError: onClose })}
      onClose={onClose}
    >
      Your spots in upcoming tee times open up for the others, and tee times you posted stay. To
      come back, you need to be let in again.
    </ConfirmDialog>
  )
}
