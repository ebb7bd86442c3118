import type { GroupDetail } from '../../../../contract/groups.ts'
import { addMemberForm, type Member } from '../../../../contract/members.ts'
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { ContactFields, NO_CONTACT } from '../GroupFields.tsx'
import { InviteLinks } from '../invite-links/InviteLinks.tsx'
import { useAddMember, useLeaveGroup, useRemoveMember } from './queries.ts'

interface InviteDialogProps {
  readonly group: GroupDetail
  readonly golferId: number
  readonly onClose: () => void
}

/** Two ways to add members: an email invitation, or a link to request to join. */
export function InviteDialog({ group, golferId, onClose }: InviteDialogProps) {
  const add = useAddMember(group, golferId, onClose)
  return (
    <Dialog
      title="Add Member"
      description="They get an email with an invitation, and are in the group once they accept."
      onClose={onClose}
    >
      <div className="form-amid">
        <Form
          schema={addMemberForm}
          defaults={NO_CONTACT}
          onSubmit={(values) => add.mutate(values)}
          pending={add.isPending}
          error={add.error}
          submitLabel="Add Member"
          pendingLabel="Adding..."
        >
          <ContactFields isOwn={false} />
        </Form>
      </div>
      <div className="pb-[calc(1.25rem+env(safe-area-inset-bottom))]">
        <InviteLinks groupId={group.id} />
      </div>
    </Dialog>
  )
}

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
