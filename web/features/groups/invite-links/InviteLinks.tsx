import Link from 'lucide-react/icons/link'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { GroupDetail } from '../../../../contract/groups.ts'
import {
  changeInviteLink,
  type InviteLink,
  revokeInviteLink,
} from '../../../../contract/invites.ts'
import { INVITE_LINK_DAYS } from '../../../../contract/limits.ts'
import { capitalized } from '../../../../contract/names.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { monthAndDay } from '../../../lib/dates.ts'
import { invalidateGroup } from '../../../lib/refetch-stale.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmButtons } from '../../../ui/Dialog.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { SwitchRow } from '../../../ui/Fields.tsx'
import { LoadingFailedRow } from '../../../ui/Notice.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { inviteLinkAddress, putLinks, ShareLink, useInviteLinks } from './ShareLink.tsx'

const { QrCode } = onDemand(() => import('../../../ui/QrCode.tsx'))

export function InviteLinks({ group }: { group: GroupDetail }) {
  const { links, creation, isLoading } = useInviteLinks(group.id)
  const { mutate, isPending } = creation
  const [newestLink, ...otherLinks] = links.data ?? []
  const createButton = (look: 'primary' | 'quiet', label: string) => (
    <Button
      look={look}
      className="w-full"
      pending={isPending}
      onClick={() => mutate({ byHand: true })}
    >
      <Link size={18} />
      {isPending ? 'Creating...' : label}
    </Button>
  )
  return (
    <section aria-labelledby="invite-links">
      <h3
        id="invite-links"
        tabIndex={-1}
        // Focus the heading rather than a field, which would open the phone's keyboard over the link.
        data-autofocus
        className="font-display text-lg"
      >
        Invite Link
      </h3>
      <p className="mt-1 mb-3 text-sm text-muted">
        {newestLink?.joinsWithoutApproval
          ? 'Anyone with the link can join right away.'
          : 'Anyone with the link can ask to join. You approve requests on the Members tab.'}{' '}
        Each link works for {INVITE_LINK_DAYS} days after it's created.
      </p>
      {newestLink ? (
        <>
          <LinkCard key={newestLink.id} group={group} link={newestLink} isMain />
          {otherLinks.length > 0 && (
            <Disclosure title="Other Links" preview={otherLinks.length}>
              <ul className="space-y-3">
                {otherLinks.map((link) => (
                  <li key={link.id}>
                    <LinkCard group={group} link={link} />
                  </li>
                ))}
              </ul>
            </Disclosure>
          )}
          {createButton('quiet', 'Create Another Link')}
        </>
      ) : links.data === undefined && links.error ? (
        <LoadingFailedRow query={links} />
      ) : isLoading ? (
        <Loading
          label="Loading the link"
          className="space-y-3"
          blocks={['h-11', 'mx-auto aspect-square max-w-60']}
        />
      ) : (
        createButton('primary', 'Create Invite Link')
      )}
    </section>
  )
}

function LinkCard(props: { group: GroupDetail; link: InviteLink; isMain?: boolean }) {
  const { group, link, isMain = false } = props
  const params = { id: group.id, linkId: link.id }
  const [isRevoking, setIsRevoking] = useState(false)
  return (
    <div className={isMain ? '' : 'rounded-[0.625rem] border border-line p-3'}>
      <ShareLink group={group} link={link} isMain={isMain}>
        {isMain && (
          <div className="mt-3">
            <QrCode
              text={inviteLinkAddress(link)}
              label="QR code for the invite link"
              whileLoading={<Skeleton className="mx-auto aspect-square w-full max-w-60" />}
            />
            <p className="mt-2 text-center text-sm text-muted">
              Scan it with another phone's camera.
            </p>
          </div>
        )}
      </ShareLink>
      {group.role === 'owner' ? (
        <ApprovalSwitch params={params} isOn={link.joinsWithoutApproval} />
      ) : (
        <p className="mt-2 text-sm text-muted">
          {link.joinsWithoutApproval ? 'Golfers join right away.' : 'Golfers ask to join.'}
        </p>
      )}
      {isRevoking ? (
        <RevokeLink params={params} onKeep={() => setIsRevoking(false)} />
      ) : (
        <div className="mt-1 flex items-center gap-3">
          <p className="min-w-0 flex-1 text-sm text-muted wrap-anywhere">
            Works until {monthAndDay(link.expiresAt)} · created by {capitalized(link.createdBy)}
          </p>
          <Button
            look="danger-quiet"
            className="-mr-2 shrink-0 px-2!"
            onClick={() => setIsRevoking(true)}
          >
            <Trash size={17} />
            Turn Off Link
          </Button>
        </div>
      )}
    </div>
  )
}

type LinkParams = Readonly<{ id: number; linkId: number }>

function ApprovalSwitch({ params, isOn: wasOn }: { params: LinkParams; isOn: boolean }) {
  const change = useAction({
    run: (joinsWithoutApproval: boolean) =>
      call(changeInviteLink, { params, body: { joinsWithoutApproval } }),
    failure: { title: 'Failed to Change Invite Link', doing: 'changing the invite link' },
    onSuccess: (changed) =>
      putLinks(params.id, (links) => links.map((one) => (one.id === changed.id ? changed : one))),
    onError: () => void invalidateGroup(params.id),
  })
  const isOn = change.isPending ? change.variables : wasOn
  return (
    <SwitchRow
      label="Join without approval"
      hint={
        isOn ? 'Anyone with this link can join right away.' : 'When off, you approve each golfer.'
      }
      checked={isOn}
      onChange={(event) => {
        if (!change.isPending) change.mutate(event.target.checked)
      }}
    />
  )
}

function RevokeLink({ params, onKeep }: { params: LinkParams; onKeep: () => void }) {
  const revoke = useAction({
    run: () => call(revokeInviteLink, { params }),
    success: { title: 'Invite Link Turned Off', description: 'No one can use it anymore.' },
    failure: { title: 'Failed to Turn Off Invite Link', doing: 'turning off the invite link' },
    onSuccess: () => putLinks(params.id, (links) => links.filter(({ id }) => id !== params.linkId)),
    onError: () => void invalidateGroup(params.id),
  })
  return (
    <div className="mt-2">
      <p className="text-sm font-semibold">Turn off this link?</p>
      <p className="text-sm text-muted">No one will be able to use it anymore.</p>
      <ConfirmButtons
        autoFocus
        keepLabel="Keep Link"
        confirmLabel="Turn Off Link"
        pendingLabel="Turning off..."
        action={revoke}
        onKeep={onKeep}
      />
    </div>
  )
}
