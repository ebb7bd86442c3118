import { useLocation } from 'wouter'
import type * as z from 'zod/mini'
import { type GroupDetail, isUnpaid } from '../../../../contract/groups.ts'
import {
  addMember,
  addMemberForm,
  leaveGroup,
  type Member,
  removeMember,
} from '../../../../contract/members.ts'
import { capitalized } from '../../../../contract/names.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { pathTo } from '../../../lib/paths.ts'
import { refreshGroup } from '../../../lib/refetch-stale.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { ButtonLink } from '../../../ui/Links.tsx'
import { ContactFields, NO_CONTACT } from '../GroupFields.tsx'
import { InviteLinks } from '../invite-links/InviteLinks.tsx'
import { describePause } from '../SubscriptionNotices.tsx'

interface GroupDialogProps {
  readonly group: GroupDetail
  readonly golferId: number
  readonly onClose: () => void
}

export function InviteDialog(props: GroupDialogProps & { title: string }) {
  const { title, group, golferId, onClose } = props
  const isPaused = isUnpaid(group, new Date())
  return (
    <Dialog
      title={title}
      description={
        isPaused
          ? describePause(group, golferId, 'Invitations are paused')
          : 'Share the link, or add someone by email.'
      }
      onClose={onClose}
    >
      {isPaused ? (
        <div className="flex flex-wrap gap-3">
          <Button look="outline" className="flex-1" data-autofocus onClick={onClose}>
            Close
          </Button>
          {group.ownerId === golferId && (
            <ButtonLink href={pathTo('groupSubscribe', { slug: group.slug })} className="flex-1">
              Subscribe
            </ButtonLink>
          )}
        </div>
      ) : (
        <div className="pb-[calc(1.25rem+env(safe-area-inset-bottom))]">
          <InviteLinks group={group} />
          <AddByEmail group={group} golferId={golferId} onClose={onClose} />
        </div>
      )}
    </Dialog>
  )
}

function AddByEmail({ group, golferId, onClose }: GroupDialogProps) {
  const add = useAction({
    run: (form: z.output<typeof addMemberForm>) =>
      call(addMember, { params: { id: group.id }, body: { ...form, requesterId: golferId } }),
    failure: {
      title: 'Failed to Add Member',
      fallback: 'An error occurred while adding the member.',
    },
    success: ({ name, email }) => ({
      title: 'Member Added',
      description: `We sent an invitation to ${email}. ${capitalized(name)} will join when they accept it.`,
    }),
    onSuccess: onClose,
    onSettled: () => refreshGroup(group),
  })
  return (
    <section aria-labelledby="add-by-email" className="mt-4 border-t border-line pt-5">
      <h3 id="add-by-email" className="font-display text-lg">
        Add by Email
      </h3>
      <p className="mt-1 mb-3 text-sm text-muted">
        We'll email them an invitation. They'll join when they accept it.
      </p>
      <Form
        schema={addMemberForm}
        defaults={NO_CONTACT}
        action={add}
        submitLabel="Add Member"
        pendingLabel="Adding..."
      >
        <ContactFields isOwnContact={false} />
      </Form>
    </section>
  )
}

export function LeaveDialog({ group, onClose }: { group: GroupDetail; onClose: () => void }) {
  const [, navigate] = useLocation()
  const leave = useAction({
    run: () => call(leaveGroup, { params: { id: group.id } }),
    success: { title: 'Left the Group', description: `You're no longer in ${group.name}.` },
    failure: { title: 'Failed to Leave Group', doing: 'leaving the group' },
    onSuccess: () => navigate(pathTo('dashboard')),
    onError: onClose,
    onSettled: () => refreshGroup(group),
  })
  return (
    <ConfirmDialog
      title="Leave this group?"
      description={group.name}
      keepLabel="Stay"
      confirmLabel="Leave Group"
      pendingLabel="Leaving..."
      action={leave}
      onClose={onClose}
    >
      Your spots in upcoming tee times will open up, and your guests will lose theirs. If a cut-off
      has passed, you may have to pay for these spots. Tee times you posted will stay, but your
      recurring ones will end. To come back, ask for an invite link.
    </ConfirmDialog>
  )
}

export function RemoveDialog(props: { member: Member; group: GroupDetail; onClose: () => void }) {
  const { member, group, onClose } = props
  const remove = useAction({
    run: () =>
      call(removeMember, {
        params: { id: group.id, memberId: member.id },
        body: { requesterId: group.ownerId },
      }),
    success: {
      title: 'Member Removed',
      description: `${capitalized(member.name)} is no longer in the group.`,
    },
    failure: {
      title: 'Failed to Remove Member',
      fallback: 'An error occurred while removing the member.',
    },
    onSettled: () => {
      refreshGroup(group)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Remove this member?"
      description={`${capitalized(member.name)} (${member.email})`}
      keepLabel="Keep Member"
      confirmLabel="Remove Member"
      pendingLabel="Removing..."
      action={remove}
      onClose={onClose}
    >
      <ul className="list-disc space-y-1 pl-5">
        <li>
          Their spots in upcoming tee times will open up, and their guests will lose theirs. If a
          cut-off has passed, the tee time will show that they may have to pay.
        </li>
        <li>
          Their recurring tee times will end. Tee times they posted will stay, and you can cancel
          them. Rounds they played will stay in the group's history.
        </li>
        <li>We won't notify them.</li>
        <li>From now on, anyone who uses an invite link will need approval to join.</li>
      </ul>
    </ConfirmDialog>
  )
}
