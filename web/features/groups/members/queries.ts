import { useLocation } from 'wouter'
import type * as z from 'zod/mini'
import type { GroupDetail } from '../../../../contract/groups.ts'
import {
  addMember,
  type addMemberForm,
  changeAdmin,
  type InvitedMember,
  leaveGroup,
  type Member,
  removeMember,
} from '../../../../contract/members.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { pathTo } from '../../../lib/paths.ts'
import { toast } from '../../../lib/toast-store.ts'
import { refreshGroup } from '../queries.ts'

export function useAddMember(group: GroupDetail, requesterId: number, onAdded: () => void) {
  return useAction<z.output<typeof addMemberForm>, InvitedMember>({
    run: (form) => call(addMember, { params: { id: group.id }, body: { ...form, requesterId } }),
    failure: {
      title: 'Failed to Add Member',
      fallback: 'An error occurred while adding the member.',
    },
    onSuccess: ({ name, email }) => {
      toast({
        title: 'Member Added',
        description: `We sent an invitation to ${email}. ${name} joins by accepting it.`,
      })
      refreshGroup(group)
      onAdded()
    },
    onError: () => refreshGroup(group),
  })
}

export function useRemoveMember(group: GroupDetail, member: Member, requesterId: number) {
  return useAction({
    run: () =>
      call(removeMember, {
        params: { id: group.id, memberId: member.id },
        body: { requesterId },
      }),
    success: {
      title: 'Member Removed',
      description: `${member.name} is not in the group any more.`,
    },
    failure: {
      title: 'Failed to Remove Member',
      fallback: 'An error occurred while removing the member.',
    },
    onSuccess: () => refreshGroup(group),
    onError: () => refreshGroup(group),
  })
}

export function useChangeAdmin(group: GroupDetail, member: Member) {
  return useAction<boolean>({
    run: (isAdmin) =>
      call(changeAdmin, { params: { id: group.id, memberId: member.id }, body: { isAdmin } }),
    failure: {
      title: 'Failed to Change Role',
      fallback: 'An error occurred while changing the role.',
    },
    onSuccess: (_, isAdmin) => {
      toast(
        isAdmin
          ? { title: 'Admin Added', description: `${member.name} can let golfers in now.` }
          : { title: 'Admin Removed', description: `${member.name} is a member like the others.` },
      )
      refreshGroup(group)
    },
    onError: () => refreshGroup(group),
  })
}

export function useLeaveGroup(group: GroupDetail) {
  const [, navigate] = useLocation()
  return useAction({
    run: () => call(leaveGroup, { params: { id: group.id } }),
    success: { title: 'Group Left', description: `You are not in ${group.name} any more.` },
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
}
