import { useLocation } from 'wouter'
import type * as z from 'zod/mini'
import type { GroupDetail } from '../../../../contract/groups.ts'
import {
  addMember,
  addMemberForm,
  type InvitedMember,
  leaveGroup,
  type Member,
  removeMember,
} from '../../../../contract/members.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { pathTo } from '../../../lib/paths.ts'
import { refreshGroup } from '../../../lib/refetch-stale.ts'
import { toast } from '../../../lib/toast-store.ts'
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { ContactFields, NO_CONTACT } from '../GroupFields.tsx'
import { InviteLinks } from '../invite-links/InviteLinks.tsx'

interface InviteDialogProps {
  readonly group: GroupDetail
  readonly golferId: number
  readonly onClose: () => void
}

/** Two ways to add members: an email invitation, or a link to request to join. */
export function InviteDialog({ group, golferId, onClose }: InviteDialogProps) {
  const add = useAction<z.output<typeof addMemberForm>, InvitedMember>({
    run: (form) =>
      call(addMember, { params: { id: group.id }, body: { ...form, requesterId: golferId } }),
    failure: {
      title: 'Failed to Add Member',
      fallback: 'An error occurred while adding the member.',
    },
    onSuccess: ({ name, email }) => {
      toast({
        title: 'Member Added',
        description: `We sent an invitation to ${email}. ${name} joins when they accept it.`,
      })
      refreshGroup(group)
      onClose()
    },
    onError: () => refreshGroup(group),
  })
  return (
    <Dialog
      title="Add Member"
      description="We'll email them an invitation. They join when they accept it."
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

export function LeaveDialog({ group, onClose }: { group: GroupDetail; onClose: () => void }) {
  const [, navigate] = useLocation()
  const leave = useAction({
    run: () => call(leaveGroup, { params: { id: group.id } }),
    success: { title: 'Left the Group', description: `You're no longer in ${group.name}.` },
    failure: {
      title: 'Failed to Leave Group',
      fallback: 'An error occurred while leaving the group.',
    },
    onSuccess: () => {
      navigate(pathTo('dashboard'))
      refreshGroup(group)
    },
    onError: () => refreshGroup(group),
  })
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
      Your spots in upcoming tee times open up. Tee times you posted stay. To come back, you'll need
      to be added again.
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
  const remove = useAction({
    run: () =>
      call(removeMember, {
        params: { id: group.id, memberId: member.id },
        body: { requesterId: golferId },
      }),
    success: {
      title: 'Member Removed',
      description: `${member.name} is no longer in the group.`,
    },
    failure: {
      title: 'Failed to Remove Member',
      fallback: 'An error occurred while removing the member.',
    },
    onSuccess: () => refreshGroup(group),
    onError: () => refreshGroup(group),
  })
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
      Their spots in upcoming tee times open up. Tee times they posted stay, and you can cancel
      them. Played rounds are kept.
    </ConfirmDialog>
  )
}
