import { useState } from 'react'
import { INVITATION_REST_DAYS } from '../../../../contract/invitations.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { type OpenLink, useDeclineLink } from './spend-link.ts'

interface DeclineInvitationProps {
  readonly open: OpenLink
  readonly onDeclined: () => void
}

/** Lets a golfer decline an invitation without an account. */
export function DeclineInvitation({ open, onDeclined }: DeclineInvitationProps) {
  const [asking, setAsking] = useState(false)
  const decline = useDeclineLink(open, onDeclined)
  const group = open.link.groupName ?? 'The group'
  return (
    <p className="mt-4 text-center">
      <Button look="quiet" onClick={() => setAsking(true)}>
        Decline Invitation
      </Button>
      {asking && (
        <ConfirmDialog
          title="Decline this invitation?"
          description={group}
          keepLabel="Keep Invitation"
          confirmLabel="Decline"
          pendingLabel="Declining..."
          pending={decline.isPending}
          onConfirm={() => decline.mutate(undefined, { onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          {group} can't invite you again for {INVITATION_REST_DAYS} days. You can still join by its
          invite link.
        </ConfirmDialog>
      )}
    </p>
  )
}
