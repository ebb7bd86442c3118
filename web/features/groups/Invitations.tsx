import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useLocation } from 'wouter'
import {
  acceptInvitation,
  declineInvitation,
  INVITATION_COOLDOWN_DAYS,
  listMyInvitations,
  type MyInvitation,
} from '../../../contract/invitations.ts'
import { capitalized } from '../../../contract/names.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { plural } from '../../lib/counts.ts'
import { pathTo } from '../../lib/paths.ts'
import { refetch } from '../../lib/query-client.ts'
import { refreshMyGroups } from '../../lib/refetch-stale.ts'
import { ActionButton, Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { LoadingFailedRow } from '../../ui/Notice.tsx'

export function Invitations({ query }: { query: UseQueryResult<MyInvitation[]> }) {
  const { data: invitations } = query
  if (invitations === undefined) {
    return (
      <LoadingFailedRow
        title="We couldn't load your invitations."
        query={query}
        className="sheet p-4"
      />
    )
  }
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" tabIndex={-1} className="mb-3 font-display text-xl">
        Invitations
      </h2>
      <ul className="space-y-3">
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <InvitationCard invitation={invitation} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function InvitationCard({ invitation }: { invitation: MyInvitation }) {
  const { id, groupName, inviterName, memberCount } = invitation
  const [, navigate] = useLocation()
  const [isDeclining, setIsDeclining] = useState(false)
  const accept = useAction({
    run: () => call(acceptInvitation, { params: { id } }),
    failure: { title: 'Failed to Accept Invitation', doing: 'accepting the invitation' },
    success: { title: 'Invitation Accepted', description: `You're now in ${groupName}.` },
    onSuccess: ({ slug }) => {
      refreshMyGroups()
      navigate(pathTo('group', { slug }))
    },
    onSettled: () => refetch(listMyInvitations, {}),
  })
  const close = () => setIsDeclining(false)
  const decline = useAction({
    run: () => call(declineInvitation, { params: { id } }),
    success: { title: 'Invitation Declined', description: `You didn't join ${groupName}.` },
    failure: { title: 'Failed to Decline Invitation', doing: 'declining the invitation' },
    onSettled: () => {
      close()
      refetch(listMyInvitations, {})
    },
  })
  return (
    <div className="sheet p-4">
      <p className="font-display text-lg leading-snug wrap-anywhere">{groupName}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {inviterName === null ? "You're invited" : `${capitalized(inviterName)} invited you`} ·{' '}
        {plural(memberCount, 'member')}
      </p>
      <div className="mt-3 flex max-w-md flex-wrap gap-3">
        <Button look="outline" className="flex-1" onClick={() => setIsDeclining(true)}>
          Decline<span className="sr-only"> {groupName}</span>
        </Button>
        <ActionButton
          className="flex-1"
          action={accept}
          label="Accept"
          pendingLabel="Accepting..."
          about={groupName}
        />
      </div>
      {isDeclining && <DeclineDialog groupName={groupName} action={decline} onClose={close} />}
    </div>
  )
}

type DeclineDialogProps = Pick<ComponentProps<typeof ConfirmDialog>, 'action' | 'onClose'>

export function DeclineDialog({ groupName, ...rest }: DeclineDialogProps & { groupName: string }) {
  return (
    <ConfirmDialog
      {...rest}
      title="Decline this invitation?"
      description={groupName}
      keepLabel="Keep Invitation"
      confirmLabel="Decline"
      pendingLabel="Declining..."
    >
      {groupName} can't invite you again for {INVITATION_COOLDOWN_DAYS} days. You can still join
      with an invite link.
    </ConfirmDialog>
  )
}
