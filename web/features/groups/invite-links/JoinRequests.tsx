import Pause from 'lucide-react/icons/pause'
import { useId } from 'react'
import { type GroupDetail, isUnpaid } from '../../../../contract/groups.ts'
import {
  acceptRequest,
  declineRequest,
  type JoinRequest,
  listJoinRequests,
} from '../../../../contract/invites.ts'
import { capitalized } from '../../../../contract/names.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { monthAndDay } from '../../../lib/dates.ts'
import { useEndpoint } from '../../../lib/query-client.ts'
import { refreshGroup } from '../../../lib/refetch-stale.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadingFailedRow } from '../../../ui/Notice.tsx'
import { headingNear, restoreFocus } from '../../../ui/restore-focus.ts'
import { useChangeDetector } from '../../../ui/use-change-detector.ts'
import { PAUSE_NOTICE_ID } from '../SubscriptionNotices.tsx'

export function JoinRequests({ group }: { group: GroupDetail }) {
  const id = useId()
  const params = { id: group.id }
  // The screen has already tried to load the requests, so don't try again when this list appears.
  const requests = useEndpoint(listJoinRequests, { params }, { retryOnMount: false })
  const haveJustMoved = useChangeDetector(requests.data?.map((request) => request.id).join() ?? '')
  if (requests.data === undefined && requests.error) {
    return (
      <LoadingFailedRow
        title="We couldn't load the join requests."
        query={requests}
        className="sheet mb-5 p-4"
      />
    )
  }
  if (!requests.data?.length) return null
  return (
    <section
      aria-labelledby={id}
      className="mb-6"
      // Ignore taps right after rows move, so that no tap approves the wrong golfer.
      onClickCapture={(event) => haveJustMoved() && event.stopPropagation()}
    >
      <h2
        ref={restoreFocus}
        id={id}
        tabIndex={-1}
        className="mb-2 flex items-center gap-2 font-display text-lg"
      >
        Requests to Join
        <span className="chip bg-sand-soft font-sans">{requests.data.length}</span>
      </h2>
      <ul className="sheet divide-y divide-line border-sand">
        {requests.data.map((request) => (
          <RequestRow
            key={request.id}
            group={group}
            request={request}
            // Move the focus, because the focused button disappears with its row.
            onDecided={() => (document.getElementById(id) ?? headingNear(null))?.focus()}
          />
        ))}
      </ul>
    </section>
  )
}

function RequestRow(props: { group: GroupDetail; request: JoinRequest; onDecided: () => void }) {
  const { group, request, onDecided } = props
  const params = { id: group.id, requestId: request.id }
  const accept = useAction({
    run: () => call(acceptRequest, { params }),
    failure: { title: 'Failed to Approve Request', doing: 'approving the request' },
    success: ({ status, name }) =>
      status === 'active'
        ? { title: 'Member Added', description: `${capitalized(name)} is now in the group.` }
        : {
            title: 'Request Approved',
            description: `We emailed ${capitalized(name)} an invitation. They'll join when they accept it.`,
          },
    onSuccess: onDecided,
    onSettled: () => refreshGroup(group),
  })
  const decline = useAction({
    run: () => call(declineRequest, { params }),
    success: {
      title: 'Request Declined',
      description: `We won't notify ${capitalized(request.name)}. They can ask again.`,
    },
    failure: { title: 'Failed to Decline Request', doing: 'declining the request' },
    onSuccess: onDecided,
    onSettled: () => refreshGroup(group),
  })
  const isBusy = accept.isPending || decline.isPending
  const isPaused = isUnpaid(group, new Date())
  return (
    <li className="p-4">
      <div className="flex items-start gap-3">
        <Avatar name={request.name} tone="grey" />
        <div className="min-w-0 flex-1">
          <p className="leading-snug font-semibold wrap-anywhere">{capitalized(request.name)}</p>
          <p className="text-sm text-muted wrap-anywhere">{request.email}</p>
          <p className="text-sm text-muted">Asked {monthAndDay(request.createdAt)}</p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          look="outline"
          className="flex-1"
          pending={isBusy}
          aria-label={`Decline ${capitalized(request.name)}`}
          onClick={() => decline.mutate()}
        >
          {decline.isPending ? 'Declining...' : 'Decline'}
        </Button>
        <Button
          look={isPaused ? 'paused' : 'primary'}
          className="flex-1"
          pending={isBusy}
          aria-label={`Approve ${capitalized(request.name)}`}
          aria-describedby={isPaused ? PAUSE_NOTICE_ID : undefined}
          onClick={() => accept.mutate()}
        >
          {isPaused && <Pause size={17} />}
          {accept.isPending ? 'Approving...' : 'Approve'}
        </Button>
      </div>
    </li>
  )
}
