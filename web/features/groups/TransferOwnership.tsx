import { useId, useState } from 'react'
import { type GroupDetail, transferOwnership } from '../../../contract/groups.ts'
import { canManageMember, listMembersBySlug, type Member } from '../../../contract/members.ts'
import { capitalized } from '../../../contract/names.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { refreshGroup } from '../../lib/refetch-stale.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmButtons } from '../../ui/Dialog.tsx'
import { LoadingFailedRow } from '../../ui/Notice.tsx'

export function TransferOwnership(props: { group: GroupDetail; onPick: (member: Member) => void }) {
  const { group, onPick } = props
  const id = useId()
  const [chosenId, setChosenId] = useState('')
  const members = useEndpoint(listMembersBySlug, { params: { slug: group.slug } })
  const candidates = members.data
    ?.filter((member) => member.status === 'active')
    .filter((member) => canManageMember({ golferId: group.ownerId, isOwner: true }, member))
  const chosenMember = candidates?.find((member) => String(member.id) === chosenId)
  const hasNoCandidate = candidates?.length === 0
  return (
    <section aria-label="Transfer Ownership" className="space-y-3 py-5">
      <div>
        <h3 className="font-display text-lg">Transfer Ownership</h3>
        <p className="text-sm text-muted">
          {hasNoCandidate
            ? 'Add another member to the group first.'
            : "Make another member the owner for good. You'll stay on as an admin."}
        </p>
      </div>
      {candidates === undefined && members.error ? (
        <LoadingFailedRow query={members} />
      ) : (
        !hasNoCandidate && (
          <div>
            <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
              New Owner
            </label>
            <select
              id={id}
              value={chosenMember ? chosenId : ''}
              disabled={candidates === undefined}
              onChange={(event) => setChosenId(event.target.value)}
              className="control"
            >
              <option value="">Pick a member</option>
              {candidates?.map((member) => (
                <option key={member.id} value={member.id}>
                  {capitalized(member.name)} ({member.email})
                </option>
              ))}
            </select>
          </div>
        )
      )}
      <Button
        look="outline"
        className="w-full"
        disabled={!chosenMember}
        onClick={() => chosenMember && onPick(chosenMember)}
      >
        {hasNoCandidate ? 'No Eligible Members' : 'Transfer Ownership'}
      </Button>
    </section>
  )
}

export function ConfirmTransfer(props: {
  group: GroupDetail
  newOwner: Member
  onKeep: () => void
  onDone: () => void
}) {
  const { group, newOwner, onKeep, onDone } = props
  const transfer = useAction({
    run: () =>
      call(transferOwnership, {
        params: { id: group.id },
        body: { newOwnerId: newOwner.id, requesterId: group.ownerId },
      }),
    success: {
      title: 'Ownership Transferred',
      description: `${capitalized(newOwner.name)} now owns ${group.name}. You'll stay on as an admin.`,
    },
    failure: {
      title: 'Failed to Transfer Ownership',
      fallback: 'An error occurred while transferring ownership.',
    },
    onSuccess: onDone,
    onError: onKeep,
    onSettled: () => refreshGroup(group),
  })
  return (
    <div className="pb-5">
      <p className="wrap-anywhere">
        <strong>{capitalized(newOwner.name)}</strong> will become the owner, and you'll stay on as
        an admin. <strong>You can't undo this.</strong> Only {capitalized(newOwner.name)} can give
        the group back to you.
        {group.renews && " You won't be charged again."}
      </p>
      <ConfirmButtons
        autoFocus
        keepLabel="Keep Group"
        confirmLabel="Transfer Ownership"
        pendingLabel="Transferring..."
        action={transfer}
        onKeep={onKeep}
      />
    </div>
  )
}
