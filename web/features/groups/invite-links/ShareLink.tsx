import Copy from 'lucide-react/icons/copy'
import Share from 'lucide-react/icons/share-2'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { GroupDetail } from '../../../../contract/groups.ts'
import { createInviteLink, type InviteLink, listInviteLinks } from '../../../../contract/invites.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { pathTo } from '../../../lib/paths.ts'
import { putResponse, useEndpoint } from '../../../lib/query-client.ts'
import { invalidateGroup } from '../../../lib/refetch-stale.ts'
import { toast } from '../../../lib/toast-store.ts'
import { AddressField, copyAddress } from '../../../ui/AddressField.tsx'
import { Button } from '../../../ui/Button.tsx'

/**
 * Loads a group's invite links, newest first. Creates one if the first list is empty.
 * @param hidesFailures whether to hide failures, for screens where the link is only an extra
 */
export function useInviteLinks(groupId: number, hidesFailures = false) {
  const links = useEndpoint(listInviteLinks, { params: { id: groupId } })
  const creation = useAction({
    /** @param byHand whether the golfer tapped a button to create the link */
    run: (_: { byHand: boolean }) => call(createInviteLink, { params: { id: groupId } }),
    failure: { title: 'Failed to Create Invite Link', doing: 'creating the invite link' },
    isAutomatic: hidesFailures,
    needsNoToast: () => hidesFailures,
    success: (_, { byHand }) =>
      byHand && {
        title: 'Invite Link Created',
        description: 'Send it to the golfers you want in the group.',
      },
    onSuccess: (link) =>
      // The live event of the new link may have come before this response.
      putLinks(groupId, (links) => [link, ...links.filter(({ id }) => id !== link.id)]),
    // Refetch the group too: the golfer may have left it, or may no longer be an admin.
    onError: () => void invalidateGroup(groupId),
  })
  const { mutate, isIdle, isPending, variables } = creation
  // Only the first list counts: if someone turns off the last link later, don't replace it.
  const [wasEmpty, setWasEmpty] = useState<boolean>()
  if (wasEmpty === undefined && links.data !== undefined) setWasEmpty(links.data.length === 0)
  const isFirstDue = wasEmpty && isIdle
  useEffect(() => {
    if (isFirstDue) mutate({ byHand: false })
  }, [isFirstDue, mutate])
  const isCreatingFirst = isFirstDue || (isPending && !variables.byHand)
  return { links, creation, isLoading: links.isPending || isCreatingFirst }
}

export function putLinks(groupId: number, change: (links: InviteLink[]) => InviteLink[]): void {
  putResponse(listInviteLinks, { params: { id: groupId } }, (links = []) => change(links))
}

export function inviteLinkAddress({ token }: InviteLink): string {
  return window.location.origin + pathTo('invite', { token })
}

const linkSharedKey = (groupId: number) => `inviteLinkShared:${groupId}`

/** Returns whether someone shared or copied an invite link of the group in this browser. */
export function isLinkShared(groupId: number): boolean {
  return localStorage.getItem(linkSharedKey(groupId)) !== null
}

function markLinkShared(groupId: number): void {
  localStorage.setItem(linkSharedKey(groupId), '')
}

export function ShareLink(props: {
  group: GroupDetail
  link: InviteLink
  isMain?: boolean
  labels?: { share: string; copy: string }
  children?: ReactNode
}) {
  const { group, link, isMain = false, labels = { share: 'Share', copy: 'Copy' } } = props
  const address = inviteLinkAddress(link)
  const field = useRef<HTMLInputElement>(null)
  const canShare = typeof navigator.share === 'function'

  async function copy(): Promise<void> {
    const isCopied = await copyAddress(field.current, 'Paste it into a message to your buddies.')
    if (isCopied) markLinkShared(group.id)
  }

  return (
    <>
      <div className="flex flex-wrap gap-2">
        {canShare && (
          <Button
            look={isMain ? 'primary' : 'outline'}
            className="flex-auto whitespace-nowrap"
            onClick={() => void share(group, address)}
          >
            <Share size={17} />
            {labels.share}
          </Button>
        )}
        <Button
          look={isMain && !canShare ? 'primary' : 'outline'}
          className="flex-auto whitespace-nowrap"
          onClick={copy}
        >
          <Copy size={17} />
          {labels.copy}
        </Button>
      </div>
      <AddressField ref={field} aria-label="Link address" value={address} className="mt-3" />
      {props.children}
    </>
  )
}

async function share({ id, name }: GroupDetail, url: string): Promise<void> {
  const text = `Join ${name} on Fourball to see our tee times and claim open spots.`
  try {
    await navigator.share({ title: 'Join our golf group', text, url })
    markLinkShared(id)
  } catch (error) {
    // The golfer closed the share sheet, which is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast({
      title: 'Failed to Share Link',
      description: 'Copy the link instead.',
      variant: 'destructive',
    })
  }
}
