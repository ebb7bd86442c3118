import Copy from 'lucide-react/icons/copy'
import Share from 'lucide-react/icons/share-2'
import { type ReactNode, useRef } from 'react'
import type { GroupDetail } from '../../../../contract/groups.ts'
import type { InviteLink } from '../../../../contract/invites.ts'
import { pathTo } from '../../../lib/paths.ts'
import { toast } from '../../../lib/toast-store.ts'
import { AddressField, copyAddress } from '../../../ui/AddressField.tsx'
import { Button } from '../../../ui/Button.tsx'

export function addressOf({ token }: InviteLink): string {
  return window.location.origin + pathTo('invite', { token })
}

const sharedKey = (groupId: number) => `inviteLinkShared:${groupId}`

/** Returns whether the owner shared or copied a link in this browser, even if no one has used it yet. */
export function isLinkShared(groupId: number): boolean {
  return localStorage.getItem(sharedKey(groupId)) !== null
}

function markLinkShared(groupId: number): void {
  localStorage.setItem(sharedKey(groupId), '')
}

interface ShareLinkProps {
  readonly group: GroupDetail
  readonly address: string
  readonly isMain?: boolean
  readonly labels?: { readonly share: string; readonly copy: string }
  readonly children?: ReactNode
}

export function ShareLink(props: ShareLinkProps) {
  const { group, address, isMain = false, labels = { share: 'Share', copy: 'Copy' } } = props
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
            <Share aria-hidden size={17} />
            {labels.share}
          </Button>
        )}
        <Button
          look={isMain && !canShare ? 'primary' : 'outline'}
          className="flex-auto whitespace-nowrap"
          onClick={copy}
        >
          <Copy aria-hidden size={17} />
          {labels.copy}
        </Button>
      </div>
      {props.children}
      <AddressField ref={field} aria-label="Link address" value={address} className="mt-3" />
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
