import Copy from 'lucide-react/icons/copy'
import Share from 'lucide-react/icons/share-2'
import { type ReactNode, useRef } from 'react'
import type { GroupDetail } from '../../../../contract/groups.ts'
import type { InviteLink } from '../../../../contract/invites.ts'
import { pathTo } from '../../../lib/paths.ts'
import { toast } from '../../../lib/toast-store.ts'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copy-and-save.ts'
import { markLinkShared } from '../setup-progress.ts'

/** Returns the address to send. */
export function addressOf({ token }: InviteLink): string {
  return window.location.origin + pathTo('invite', { token })
}

interface ShareLinkProps {
  readonly group: GroupDetail
  readonly address: string
  /** Whether sharing it is the main action here. */
  readonly isMain?: boolean
  readonly labels?: { readonly share: string; readonly copy: string }
  /** Content between the buttons and the address. */
  readonly children?: ReactNode
}

/** The ways to send an invite link: the phone's share sheet, if it has one, the clipboard, and the address. */
export function ShareLink(props: ShareLinkProps) {
  const { group, address, isMain = false, labels = { share: 'Share', copy: 'Copy' } } = props
  const field = useRef<HTMLInputElement>(null)
  const canShare = typeof navigator.share === 'function'
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
          onClick={() => void copy(group, address, field.current)}
        >
          <Copy aria-hidden size={17} />
          {labels.copy}
        </Button>
      </div>
      {props.children}
      <input
        ref={field}
        readOnly
        aria-label="Link address"
        value={address}
        onFocus={(event) => event.currentTarget.select()}
        className="control mt-3 truncate bg-sunken! text-sm!"
      />
    </>
  )
}

async function copy(
  group: GroupDetail,
  address: string,
  field: HTMLInputElement | null,
): Promise<void> {
  if (await copyText(address, field)) {
    markLinkShared(group.id)
    toast({ title: 'Link Copied', description: 'Paste it into a message to your buddies.' })
    return
  }
  toast({
    title: 'Failed to Copy Link',
    description: 'The link is highlighted. Press and hold it (or right-click), then choose Copy.',
    variant: 'destructive',
  })
}

async function share({ id, name }: GroupDetail, url: string): Promise<void> {
  const text = `Join ${name} on Fourball to see our tee times and claim open spots.`
  try {
    await navigator.share({ title: 'Join our golf group', text, url })
    markLinkShared(id)
  } catch (error) {
    // The golfer closed the phone's share sheet, which is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast({
      title: 'Failed to Share Link',
      description: 'Copy the link instead.',
      variant: 'destructive',
    })
  }
}
