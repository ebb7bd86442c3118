import type { GroupDetail } from '../../../contract/groups.ts'
import type { Member } from '../../../contract/members.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
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
    <Dialog
      title="Remove this member?"
      description={`${member.name} (${member.email})`}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        Their spots in upcoming tee times open up for the others. Tee times they posted stay, and
        you can cancel those. Rounds already played are kept.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button look="outline" className="flex-1" data-autofocus onClick={onClose}>
          Keep Member
        </Button>
        <Button
          look="danger"
          className="flex-1"
          pending={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSettled: onClose })}
        >
          {remove.isPending ? 'Removing...' : 'Remove Member'}
        </Button>
      </div>
    </Dialog>
  )
}
