import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Send from 'lucide-react/icons/send'
import UserMinus from 'lucide-react/icons/user-minus'
import { useState } from 'react'
import type { GroupDetail } from '../../../../contract/groups.ts'
import { resendInvitation, withdrawInvitation } from '../../../../contract/invitations.ts'
import type { InvitedMember } from '../../../../contract/members.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { refreshGroup } from '../queries.ts'
import { Menu, MenuItem } from './Menu.tsx'

interface InvitedRowProps {
  readonly invited: InvitedMember
  readonly group: GroupDetail
}

/** A pending invitation, with the name and email as the inviter typed them. */
export function InvitedRow({ invited, group }: InvitedRowProps) {
  return (
    <li className="flex min-h-18 items-start gap-3 p-4">
      <Avatar name={invited.name} tone="grey" />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 max-[24rem]:basis-full">
          <p className="leading-snug font-semibold wrap-anywhere">{invited.name}</p>
          <p className="text-sm text-muted wrap-anywhere">{invited.email}</p>
        </div>
        <span className="chip bg-sand-soft text-sm">Invited</span>
      </div>
      <InvitedMenu invited={invited} group={group} />
    </li>
  )
}

function InvitedMenu({ invited, group }: InvitedRowProps) {
  const [withdrawing, setWithdrawing] = useState(false)
  const { name, email, invitationId } = invited
  const params = { id: group.id, invitationId }
  const refresh = () => refreshGroup(group)
  const resend = useAction({
    run: () => call(resendInvitation, { params }),
    success: { title: 'Invitation Sent', description: `It is on its way to ${email} again.` },
    failure: {
      title: 'Failed to Send Invitation',
      fallback: 'An error occurred while sending the invitation.',
    },
    onSuccess: refresh,
    onError: refresh,
  })
  const settle = () => {
    setWithdrawing(false)
    refresh()
  }
  const withdraw = useAction({
    run: () => call(withdrawInvitation, { params }),
    success: { title: 'Invitation Withdrawn', description: `The link sent to ${email} is dead.` },
    failure: {
      title: 'Failed to Withdraw Invitation',
      fallback: 'An error occurred while withdrawing the invitation.',
    },
    onSuccess: settle,
    onError: settle,
  })
  return (
    <div className="-mt-2 -mr-2 -ml-2 shrink-0">
      <Menu label={`Actions for ${name}`} icon={<EllipsisVertical aria-hidden size={20} />}>
        <MenuItem onChosen={() => resend.mutate()}>
          <Send aria-hidden size={18} />
          Send again
        </MenuItem>
        <MenuItem warns onChosen={() => setWithdrawing(true)}>
          <UserMinus aria-hidden size={18} />
          Withdraw invitation
        </MenuItem>
      </Menu>
      {withdrawing && (
        <ConfirmDialog
          title="Withdraw this invitation?"
          description={`${name} (${email})`}
          keepLabel="Keep Invitation"
          confirmLabel="Withdraw"
          pendingLabel="Withdrawing..."
          pending={withdraw.isPending}
          onConfirm={() => withdraw.mutate()}
          onClose={() => setWithdrawing(false)}
        >
          The link in their email stops working. You can invite them again at any time.
        </ConfirmDialog>
      )}
    </div>
  )
}
