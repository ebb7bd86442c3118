import Crown from 'lucide-react/icons/crown'
import Phone from 'lucide-react/icons/phone'
import Send from 'lucide-react/icons/send'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldOff from 'lucide-react/icons/shield-off'
import UserMinus from 'lucide-react/icons/user-minus'
import { useState } from 'react'
import { type GroupDetail, runsGroup } from '../../../../contract/groups.ts'
import { resendInvitation, withdrawInvitation } from '../../../../contract/invitations.ts'
import {
  changeAdmin,
  type InvitedMember,
  type Member,
  roleLabel,
} from '../../../../contract/members.ts'
import { capitalized } from '../../../../contract/names.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { monthAndDay } from '../../../lib/dates.ts'
import { formatPhone } from '../../../lib/phone-numbers.ts'
import { refreshGroup } from '../../../lib/refetch-stale.ts'
import { Avatar, toneOf } from '../../../ui/Avatar.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Menu } from './Menu.tsx'

export function MemberRow(props: {
  member: Member
  isMe: boolean
  group: GroupDetail | undefined
  /** Whether the user can remove this member and change the member's role. */
  canManage: boolean
}) {
  const { member, isMe, group, canManage } = props
  return (
    <li className="flex min-h-18 items-start gap-3 p-4 max-[18rem]:flex-wrap">
      <Avatar name={member.name} tone={toneOf(member.id)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-1 max-[18rem]:order-last max-[18rem]:basis-full">
        <div className="min-w-0 flex-1 max-[30rem]:basis-full">
          <p className="flex flex-wrap items-center gap-x-2 leading-snug font-semibold">
            <span className="min-w-0 wrap-anywhere">{capitalized(member.name)}</span>
            {member.isOwner && (
              <Crown role="img" aria-label="Group owner" size={16} className="text-sand" />
            )}
            {isMe && <span className="chip bg-sand-soft px-2! py-0! text-xs!">You</span>}
          </p>
          <p className="text-sm text-muted wrap-anywhere">{member.email}</p>
          {member.phone && !isMe && (
            <a
              href={`tel:${member.phone.replace(/[^+\d]/g, '')}`}
              className="-mt-1 -mb-2.5 inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-sky hover:underline"
            >
              <Phone size={15} />
              <span className="wrap-anywhere">{formatPhone(member.phone)}</span>
            </a>
          )}
        </div>
        <div className="flex flex-col gap-x-2 text-right text-sm max-[30rem]:flex-row">
          <p className="font-semibold">{roleLabel(member)}</p>
          <p className="text-muted">Active</p>
        </div>
      </div>
      {group && canManage ? (
        <MemberMenu member={member} group={group} />
      ) : (
        // Keeps this row aligned with those that have a menu.
        group?.role === 'owner' && group.memberCount > 1 && <span className="w-7 shrink-0" />
      )}
    </li>
  )
}

const { RemoveDialog } = onDemand(() => import('./MemberDialogs.tsx'))

function MemberMenu({ member, group }: { member: Member; group: GroupDetail }) {
  const [isRemoving, setIsRemoving] = useState(false)
  const change = useAction({
    run: (isAdmin: boolean) =>
      call(changeAdmin, { params: { id: group.id, memberId: member.id }, body: { isAdmin } }),
    failure: { title: 'Failed to Change Role', doing: 'changing the role' },
    success: (_, isAdmin) => {
      const outcome = isAdmin
        ? 'can now approve and invite golfers, delay tee times, and end recurring ones'
        : 'is now a regular member'
      return {
        title: isAdmin ? 'Admin Added' : 'Admin Rights Removed',
        description: `${capitalized(member.name)} ${outcome}.`,
      }
    },
    onSettled: () => refreshGroup(group),
  })
  return (
    <>
      <Menu
        label={`Actions for ${capitalized(member.name)}`}
        items={[
          {
            Icon: member.isAdmin ? ShieldOff : ShieldCheck,
            text: member.isAdmin ? 'Remove admin rights' : 'Make admin',
            onChosen: () => !change.isPending && change.mutate(!member.isAdmin),
          },
          {
            Icon: UserMinus,
            text: 'Remove from group',
            isDangerous: true,
            onChosen: () => setIsRemoving(true),
          },
        ]}
      />
      {isRemoving && (
        <RemoveDialog member={member} group={group} onClose={() => setIsRemoving(false)} />
      )}
    </>
  )
}

export function InvitedRow({ member, group }: { member: InvitedMember; group: GroupDetail }) {
  const [isWithdrawing, setIsWithdrawing] = useState(false)
  const { email, invitationId, invitedAt, expiresAt } = member
  const name = capitalized(member.name)
  const params = { id: group.id, invitationId }
  const resend = useAction({
    run: () => call(resendInvitation, { params }),
    success: { title: 'Invitation Sent', description: `We sent it to ${email} again.` },
    failure: { title: 'Failed to Send Invitation', doing: 'sending the invitation' },
    onSettled: () => refreshGroup(group),
  })
  const close = () => setIsWithdrawing(false)
  const withdraw = useAction({
    run: () => call(withdrawInvitation, { params }),
    success: {
      title: 'Invitation Withdrawn',
      description: `The link sent to ${email} no longer works.`,
    },
    failure: { title: 'Failed to Withdraw Invitation', doing: 'withdrawing the invitation' },
    onSettled: () => {
      refreshGroup(group)
      close()
    },
  })
  return (
    <li className="flex min-h-18 items-start gap-3 p-4 max-[18rem]:flex-wrap">
      <Avatar name={name} tone="grey" />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-1 max-[18rem]:order-last max-[18rem]:basis-full">
        <div className="min-w-0 flex-1 max-[30rem]:basis-full">
          <p className="leading-snug font-semibold wrap-anywhere">{name}</p>
          <p className="text-sm text-muted wrap-anywhere">{email}</p>
          <p className="text-sm text-muted">
            Invited {monthAndDay(invitedAt)}, expires {monthAndDay(expiresAt)}
          </p>
        </div>
        <span className="chip bg-sand-soft text-sm">Invited</span>
      </div>
      {runsGroup(group.role) && (
        <Menu
          label={`Actions for ${name}`}
          items={[
            { Icon: Send, text: 'Send again', onChosen: resend.mutate },
            {
              Icon: UserMinus,
              text: 'Withdraw invitation',
              isDangerous: true,
              onChosen: () => setIsWithdrawing(true),
            },
          ]}
        />
      )}
      {isWithdrawing && (
        <ConfirmDialog
          title="Withdraw this invitation?"
          description={`${name} (${email})`}
          keepLabel="Keep Invitation"
          confirmLabel="Withdraw"
          pendingLabel="Withdrawing..."
          action={withdraw}
          onClose={close}
        >
          The link in their email will stop working. You can invite them again anytime.
        </ConfirmDialog>
      )}
    </li>
  )
}
