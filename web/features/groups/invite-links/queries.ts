import type * as z from 'zod/mini'
import type { AnswerOf } from '../../../../contract/endpoint.ts'
import type { GroupDetail } from '../../../../contract/groups.ts'
import {
  acceptRequest,
  createInviteLink,
  declineRequest,
  type InviteLink,
  type JoinRequest,
  type joinRequestForm,
  listInviteLinks,
  readInvite,
  requestToJoin,
  revokeInviteLink,
} from '../../../../contract/invites.ts'
import type { ListedMember } from '../../../../contract/members.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { keyOf, queryClient } from '../../../lib/query-client.ts'
import { invalidateGroup } from '../../../lib/refetch-stale.ts'
import { toast } from '../../../lib/toast-store.ts'
import { refreshGroup, refreshMyGroups } from '../queries.ts'

function refreshLinks(groupId: number): void {
  void queryClient.invalidateQueries({
    queryKey: keyOf(listInviteLinks, { params: { id: groupId } }),
  })
}

export function useCreateLink(groupId: number) {
  return useAction({
    run: () => call(createInviteLink, { params: { id: groupId } }),
    success: { title: 'Invite Link Created', description: 'Send it to those who should join.' },
    failure: {
      title: 'Failed to Create Invite Link',
      fallback: 'An error occurred while creating the invite link.',
    },
    onSuccess: () => refreshLinks(groupId),
    // Refetch the group too: the golfer may have left it, or may no longer be an admin.
    onError: () => void invalidateGroup(groupId),
  })
}

export function useRevokeLink(groupId: number, link: InviteLink) {
  return useAction({
    run: () => call(revokeInviteLink, { params: { id: groupId, linkId: link.id } }),
    success: { title: 'Invite Link Revoked', description: 'Nobody can use it any more.' },
    failure: {
      title: 'Failed to Revoke Invite Link',
      fallback: 'An error occurred while revoking the invite link.',
    },
    onSuccess: () => refreshLinks(groupId),
    onError: () => void invalidateGroup(groupId),
  })
}

interface Deciding {
  readonly group: GroupDetail
  readonly request: JoinRequest
  readonly onDecided: () => void
}

export function useAccept({ group, request, onDecided }: Deciding) {
  return useAction<void, ListedMember>({
    run: () => call(acceptRequest, { params: { id: group.id, requestId: request.id } }),
    failure: {
      title: 'Failed to Accept Request',
      fallback: 'An error occurred while accepting the request.',
    },
    onSuccess: ({ status, name }) => {
      const outcome = status === 'active' ? 'is in the group now' : 'has been sent an invitation'
      toast({ title: 'Member Added', description: `${name} ${outcome}.` })
      refreshGroup(group)
      onDecided()
    },
    onError: () => refreshGroup(group),
  })
}

export function useDecline({ group, request, onDecided }: Deciding) {
  return useAction({
    run: () => call(declineRequest, { params: { id: group.id, requestId: request.id } }),
    success: { title: 'Request Declined', description: `${request.name} stays out.` },
    failure: {
      title: 'Failed to Decline Request',
      fallback: 'An error occurred while declining the request.',
    },
    onSuccess: () => {
      refreshGroup(group)
      onDecided()
    },
    onError: () => refreshGroup(group),
  })
}

type Asking = z.output<typeof joinRequestForm> | undefined

/** Requests to join. A signed-in golfer sends no form; a visitor sends one. */
export function useRequestToJoin(token: string) {
  return useAction<Asking, AnswerOf<typeof requestToJoin>>({
    run: (body) => call(requestToJoin, { params: { token }, body }),
    failure: {
      title: 'Failed to Send Request',
      fallback: 'An error occurred while sending the request.',
    },
    // The golfer may have become a member since the page was opened.
    onSuccess: refreshMyGroups,
    onError: () =>
      void queryClient.invalidateQueries({ queryKey: keyOf(readInvite, { params: { token } }) }),
  })
}
