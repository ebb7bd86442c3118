import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect } from 'react'
import { type Delivery, listDeliveries, retryDelivery } from '../../../../contract/delivery-log.ts'
import { type DeliveryStatus, deliveryStatus } from '../../../../contract/messages.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { plural } from '../../../lib/counts.ts'
import { shortMoment } from '../../../lib/dates.ts'
import { useAddressQuery, usePagedList } from '../../../lib/paged-list.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { PickField } from '../../../ui/ListParts.tsx'
import { restoreFocus } from '../../../ui/restore-focus.ts'
import { byAge, ListPanel } from '../ListPanel.tsx'
import { CHANNEL_LABELS, describeCode, EVENT_LABELS, STATUS_LABELS } from './describe-message.ts'

/** Has no filter for 'sending': the server counts those messages as queued. */
const FILTERS = [
  ['', 'All'],
  ...deliveryStatus.options
    .filter((status) => status !== 'sending')
    .map((status) => [status, STATUS_LABELS[status]] as const),
] as const

/** How often the list is refetched while messages wait. */
const REFETCH_EVERY_MS = 5_000

export function MessagesTable() {
  const { asked, change } = useAddressQuery()
  const status = FILTERS.find(([value]) => value === asked.get('status'))?.[0] ?? ''
  const groupId = /^[1-9]\d{0,8}$/.test(asked.get('groupId') ?? '') ? asked.get('groupId') : null
  const list = usePagedList(listDeliveries, '-createdAt', {
    ...(status !== '' && { status }),
    ...(groupId !== null && { groupId }),
  })
  useRefetchWhile(list.rows?.some(({ status }) => status === 'queued' || status === 'sending'))
  const retry = useAction({
    run: (id: number) => call(retryDelivery, { params: { id } }),
    success: { title: 'Message Queued', description: "We'll send it again." },
    failure: {
      title: 'Failed to Retry Message',
      fallback: 'An error occurred while queueing the message.',
    },
    onSuccess: refreshMessages,
    onError: refreshMessages,
  })
  return (
    <ListPanel
      list={list}
      noun={['message', 'messages']}
      placeholder="Golfer or group"
      orders={byAge('createdAt')}
      filters={
        <PickField
          label="Show"
          picked={status}
          options={FILTERS}
          onPick={(value) => change({ status: value, page: '' })}
        />
      }
    >
      {(rows) => (
        <div className="space-y-3">
          {groupId !== null && (
            <p className="flex flex-wrap items-center gap-x-3">
              <span className="wrap-anywhere">Only {rows[0]?.groupName}</span>
              <Button look="outline" onClick={list.showAll}>
                Show All
              </Button>
            </p>
          )}
          <div className="sheet">
            <DataTable
              caption="Messages"
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { name: 'To', cell: (message) => <Recipient message={message} /> },
                { name: 'About', cell: (message) => <About message={message} /> },
                { name: 'By', cell: (message) => <Channel message={message} /> },
                { name: 'Status', cell: (message) => <StatusCell message={message} /> },
                { name: 'Queued', cell: (message) => <QueuedAt message={message} /> },
              ]}
              actions={({ id, status, golferName, recipient }) =>
                status === 'failed' && (
                  <Button
                    ref={restoreFocus}
                    look="outline"
                    pending={retry.isPending && retry.variables === id}
                    onClick={() => retry.mutate(id)}
                  >
                    <RotateCw aria-hidden size={16} />
                    Retry<span className="sr-only"> the message to {golferName ?? recipient}</span>
                  </Button>
                )
              }
            />
          </div>
        </div>
      )}
    </ListPanel>
  )
}

function useRefetchWhile(somethingWaits = false): void {
  useEffect(() => {
    if (!somethingWaits) return
    const timer = setInterval(refreshMessages, REFETCH_EVERY_MS)
    return () => clearInterval(timer)
  }, [somethingWaits])
}

function Recipient({ message: { golferName, recipient } }: { message: Delivery }) {
  const address = recipient === '' ? 'No address yet' : recipient
  if (golferName === null) return address
  return (
    <>
      {golferName}
      <span className="block text-sm font-normal text-muted">{address}</span>
    </>
  )
}

function About({ message: { event, groupName } }: { message: Delivery }) {
  return (
    <>
      {EVENT_LABELS[event]}
      {groupName !== null && <span className="block text-sm text-muted">{groupName}</span>}
    </>
  )
}

function Channel({ message: { channel, segments } }: { message: Delivery }) {
  const parts = segments === null ? '' : `, ${plural(segments, 'part')}`
  return <span className="whitespace-nowrap">{`${CHANNEL_LABELS[channel]}${parts}`}</span>
}

function QueuedAt({ message: { createdAt } }: { message: Delivery }) {
  return (
    <time dateTime={createdAt} className="whitespace-nowrap">
      {/* Without a year: messages are deleted well before a year has passed. */}
      {shortMoment(createdAt)}
    </time>
  )
}

function StatusCell({ message: { status, errorCode } }: { message: Delivery }) {
  return (
    <>
      <span className={`chip inline-block ${LOOKS[status]}`}>{STATUS_LABELS[status]}</span>
      {errorCode !== null && (
        <span className="block text-sm text-muted">{describeCode(errorCode)}</span>
      )}
    </>
  )
}

const LOOKS: Readonly<Record<DeliveryStatus, string>> = {
  queued: 'bg-sand-soft',
  sending: 'bg-sand-soft',
  deferred: 'bg-sand-soft',
  sent: 'bg-fairway/12 text-fairway',
  delivered: 'bg-fairway text-on-fairway',
  failed: 'bg-flag-soft text-flag',
  dropped: 'bg-sunken',
}

/** Refetches the messages, the daily counts and the summary. */
function refreshMessages(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' && address.startsWith('/api/super-admin/message'),
  })
}
