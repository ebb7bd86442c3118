import type { GroupDetail } from '../../../../contract/groups.ts'
import type { Member } from '../../../../contract/members.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useRemoveMember } from './queries.ts'

interface RemoveDialogProps {
  readonly member: Member
  readonly group: GroupDetail
  readonly golferId: number
  readonly onClose: () => void
}

export function RemoveDialog({ member, group, golferId, onClose }: RemoveDialogProps) {
  const remove = useRemoveMember(group, member, golferId)
  return (
    <ConfirmDialog
      title="Remove this member?"
      description={`${member.name} (${member.email})`}
      keepLabel="Keep Member"
      confirmLabel="Remove Member"
      pendingLabel="Removing..."
      pending={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      Their spots in upcoming tee times open up for the others. Tee times they posted stay, and you
      can cancel those. Rounds already played are kept.
    </ConfirmDialog>
  )
}
