import Copy from 'lucide-react/icons/copy'
import Link from 'lucide-react/icons/link'
import QrCodeIcon from 'lucide-react/icons/qr-code'
import Share from 'lucide-react/icons/share-2'
import Trash from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import {
  createInviteLink,
  type InviteLink,
  listInviteLinks,
  revokeInviteLink,
} from '../../../../contract/invites.ts'
import { INVITE_LINK_DAYS } from '../../../../contract/limits.ts'
import { useAction } from '../../../lib/action.ts'
import { call, failureText, LOADING_FAILED } from '../../../lib/api-client.ts'
import { monthAndDay } from '../../../lib/dates.ts'
import { pathTo } from '../../../lib/paths.ts'
import { keyOf, queryClient, useEndpoint } from '../../../lib/query-client.ts'
import { invalidateGroup } from '../../../lib/refetch-stale.ts'
import { toast } from '../../../lib/toast-store.ts'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copy-and-save.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'

/** The links that others can use to ask to join. */
export function InviteLinks({ groupId }: { groupId: number }) {
  const links = useEndpoint(listInviteLinks, { params: { id: groupId } })
  const create = useAction({
    run: () => call(createInviteLink, { params: { id: groupId } }),
    success: {
      title: 'Invite Link Created',
      description: 'Send it to the golfers you want in the group.',
    },
    failure: {
      title: 'Failed to Create Invite Link',
      fallback: 'An error occurred while creating the invite link.',
    },
    onSuccess: () => refreshLinks(groupId),
    // Refetch the group too: the golfer may have left it, or may no longer be an admin.
    onError: () => void invalidateGroup(groupId),
  })
  const some = links.data !== undefined && links.data.length > 0
  return (
    <section aria-labelledby="invite-links" className="mt-6 border-t border-line pt-5">
      <h3 id="invite-links" className="font-display text-lg">
        Invite Link
      </h3>
      <p className="mt-1 mb-3 text-sm text-muted">
        Anyone with the link can ask to join. You approve requests on the Members tab. It works for{' '}
        {INVITE_LINK_DAYS} days.
      </p>
      {links.data === undefined ? (
        links.error ? (
          <div className="space-y-3">
            <p className="text-sm font-medium text-flag">
              {failureText(links.error, LOADING_FAILED)}
            </p>
            <Button look="outline" className="w-full" onClick={() => links.refetch()}>
              Try Again
            </Button>
          </div>
        ) : (
          <Skeleton className="h-11 w-full rounded-[0.625rem]" />
        )
      ) : (
        <>
          {some && (
            <ul className="mb-3 space-y-3">
              {links.data.map((link) => (
                <LinkCard key={link.id} groupId={groupId} link={link} />
              ))}
            </ul>
          )}
          <Button
            look="outline"
            className="w-full"
            pending={create.isPending}
            onClick={() => create.mutate()}
          >
            <Link aria-hidden size={18} />
            {create.isPending ? 'Creating...' : some ? 'Create Another Link' : 'Create Invite Link'}
          </Button>
        </>
      )}
    </section>
  )
}

const QrCode = onDemand(() => import('../../../ui/QrCode.tsx').then((part) => part.QrCode))

/** One invite link, with the ways to share or revoke it. */
function LinkCard({ groupId, link }: { groupId: number; link: InviteLink }) {
  const address = window.location.origin + pathTo('invite', { token: link.token })
  const field = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<'code' | 'revoking'>()
  const revoke = useAction({
    run: () => call(revokeInviteLink, { params: { id: groupId, linkId: link.id } }),
    success: { title: 'Invite Link Revoked', description: 'No one can use it anymore.' },
    failure: {
      title: 'Failed to Revoke Invite Link',
      fallback: 'An error occurred while revoking the invite link.',
    },
    onSuccess: () => refreshLinks(groupId),
    onError: () => void invalidateGroup(groupId),
  })
  return (
    <li className="rounded-[0.625rem] border border-line p-3">
      <input
        ref={field}
        readOnly
        aria-label="Link address"
        value={address}
        onFocus={(event) => event.currentTarget.select()}
        className="control truncate bg-sunken! text-sm!"
      />
      <p className="mt-2 text-sm text-muted wrap-anywhere">
        Works until {monthAndDay(link.expiresAt)} · by {link.createdBy}
      </p>
      {shown === 'revoking' ? (
        <div className="mt-2">
          <p className="text-sm font-semibold">Revoke this link?</p>
          <div className="mt-2 flex gap-2">
            <Button look="outline" className="flex-1" autoFocus onClick={() => setShown(undefined)}>
              Keep
            </Button>
            <Button
              look="danger"
              className="flex-1"
              pending={revoke.isPending}
              onClick={() => revoke.mutate()}
            >
              {revoke.isPending ? 'Revoking...' : 'Revoke'}
            </Button>
          </div>
        </div>
      ) : (
        <div className="mt-2 grid grid-cols-2 gap-2">
          <Button look="outline" onClick={() => void copy(address, field.current)}>
            <Copy aria-hidden size={17} />
            Copy
          </Button>
          {typeof navigator.share === 'function' && (
            <Button look="outline" onClick={() => void share(address)}>
              <Share aria-hidden size={17} />
              Share
            </Button>
          )}
          <Button
            look="outline"
            aria-expanded={shown === 'code'}
            onPointerEnter={QrCode.preload}
            onClick={() => setShown(shown === 'code' ? undefined : 'code')}
          >
            <QrCodeIcon aria-hidden size={17} />
            QR Code
          </Button>
          <Button
            look="danger-quiet"
            className="last:odd:col-span-2"
            onClick={() => setShown('revoking')}
          >
            <Trash aria-hidden size={17} />
            Revoke
          </Button>
        </div>
      )}
      {shown === 'code' && (
        <div className="mt-3">
          <QrCode
            text={address}
            label="QR code of the invite link"
            waiting={<Skeleton className="mx-auto aspect-square w-full max-w-60" />}
          />
          <p className="mt-2 text-center text-sm text-muted">
            Scan it with another phone's camera.
          </p>
        </div>
      )}
    </li>
  )
}

async function copy(address: string, field: HTMLInputElement | null): Promise<void> {
  if (await copyText(address, field)) {
    toast({ title: 'Link Copied', description: 'Paste it into a message to your buddies.' })
    return
  }
  toast({
    title: 'Failed to Copy Link',
    description: 'We selected it for you. Copy it by hand.',
    variant: 'destructive',
  })
}

async function share(address: string): Promise<void> {
  try {
    await navigator.share({ title: 'Join our golf group', url: address })
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

function refreshLinks(groupId: number): void {
  void queryClient.invalidateQueries({
    queryKey: keyOf(listInviteLinks, { params: { id: groupId } }),
  })
}
