import { useEffect, useRef } from 'react'
import { createInviteLink, type InviteLink, listInviteLinks } from '../../../../contract/invites.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { keyOf, queryClient, useEndpoint } from '../../../lib/query-client.ts'
import { invalidateGroup } from '../../../lib/refetch-stale.ts'
import { toast } from '../../../lib/toast-store.ts'

/**
 * Loads a group's invite links, newest first, and creates one if there is none.
 * @param hidesFailures whether to hide failures, for screens where the link is only an extra
 */
export function useInviteLinks(groupId: number, hidesFailures = false) {
  const links = useEndpoint(listInviteLinks, { params: { id: groupId } })
  const creation = useAction({
    /** @param byHand whether the golfer tapped a button to create the link */
    run: (_: { byHand: boolean }) => call(createInviteLink, { params: { id: groupId } }),
    failure: { title: 'Failed to Create Invite Link', doing: 'creating the invite link' },
    isAutomatic: hidesFailures,
    isQuestion: () => hidesFailures,
    onSuccess: (link, { byHand }) => {
      putLinks(groupId, (links) => [link, ...links])
      if (byHand) {
        toast({
          title: 'Invite Link Created',
          description: 'Send it to the golfers you want in the group.',
        })
      }
    },
    // Refetch the group too: the golfer may have left it, or may no longer be an admin.
    onError: () => void invalidateGroup(groupId),
  })
  const { mutate } = creation
  const hasTriedToCreate = useRef(false)
  const isEmpty = links.data?.length === 0
  useEffect(() => {
    if (!isEmpty || hasTriedToCreate.current) return
    hasTriedToCreate.current = true
    mutate({ byHand: false })
  }, [isEmpty, mutate])
  return { links, creation }
}

export function putLinks(groupId: number, change: (links: InviteLink[]) => InviteLink[]): void {
  const key = keyOf(listInviteLinks, { params: { id: groupId } })
  queryClient.setQueryData<InviteLink[]>(key, (links = []) => change(links))
}
