import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect } from 'react'
import { ALERT_EVENTS } from '../../../../contract/alerts.ts'
import { type Delivery, listDeliveries, retryDelivery } from '../../../../contract/delivery-log.ts'
import { deliveryStatus } from '../../../../contract/messages.ts'
import { CHANNEL_LABELS } from '../../../../contract/preferences.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { plural } from '../../../lib/counts.ts'
import { shortMoment } from '../../../lib/dates.ts'
import { useAddressQuery, usePagedList } from '../../../lib/paged-list.ts'
import { Button } from '../../../ui/Button.tsx'
import { PickField } from '../../../ui/ListParts.tsx'
import { restoreFocus } from '../../../ui/restore-focus.ts'
import { ordersByAge, refreshLists, TablePanel } from '../ListPanel.tsx'
import { describeCode, STATUSES } from './describe-message.ts'

/** The status filters. 'sending' has none, because the server counts those messages as queued. */
const FILTERS = [
  ['', 'All'],
  ...deliveryStatus.options
    .filter((status) => status !== 'sending')
    .map((status) => [status, STATUSES[status][0]] as const),
] as const

const REFETCH_EVERY_MS = 5_000

const refreshMessages = () => refreshLists(/^\/api\/super-admin\/message/)

export function MessagesTable() {
  const { urlQuery, change } = useAddressQuery()
  const status = FILTERS.find(([value]) => value === urlQuery.get('status'))?.[0] ?? ''
  const [groupId] = /^[1-9]\d{0,8}$/.exec(urlQuery.get('groupId') ?? '') ?? []
  const list = usePagedList(listDeliveries, '-createdAt', {
    ...(status !== '' && { status }),
    ...(groupId && { groupId }),
  })
  const isSending = list.rows?.some(({ status }) => status === 'queued' || status === 'sending')
  useEffect(() => {
    if (!isSending) return
    const timer = setInterval(refreshMessages, REFETCH_EVERY_MS)
    return () => clearInterval(timer)
  }, [isSending])
  const retry = useAction({
    run: (id: number) => call(retryDelivery, { params: { id } }),
    success: { title: 'Message Queued', description: "We'll send it again." },
    failure: { title: 'Failed to Resend Message', doing: 'queueing the message' },
    onSettled: refreshMessages,
  })
  return (
    <TablePanel
      list={list}
      noun={['message', 'messages']}
      placeholder="Golfer or group"
      orders={ordersByAge('createdAt')}
      filters={
        <>
          <PickField
            label="Show"
            value={status}
            options={FILTERS}
            onPick={(value) => change({ status: value, page: '' })}
          />
          {groupId && list.rows?.[0] && (
            <p className="order-last flex basis-full items-center gap-x-3">
              <span className="min-w-0 wrap-anywhere">
                Only {list.rows[0].groupName ?? 'a deleted group'}
              </span>
              <Button look="outline" className="shrink-0" onClick={list.showAll}>
                Show All
              </Button>
            </p>
          )}
        </>
      }
      caption="Messages"
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'To',
          cell: (message) => message.golferName ?? recipientOf(message),
          detail: (message) => message.golferName && recipientOf(message),
        },
        {
          name: 'About',
          cell: ({ event }) => ALERT_EVENTS[event].label,
          detail: ({ groupName }) => groupName,
        },
        {
          name: 'Channel',
          noWrap: true,
          cell: ({ channel, segments }) =>
            CHANNEL_LABELS[channel] + (segments === null ? '' : `, ${plural(segments, 'segment')}`),
        },
        {
          name: 'Status',
          cell: renderStatus,
          detail: ({ errorCode }) => errorCode && describeCode(errorCode),
        },
        {
          name: 'Queued',
          noWrap: true,
          // The date has no year, because messages are deleted well before a year has passed.
          cell: ({ createdAt }) => <time dateTime={createdAt}>{shortMoment(createdAt)}</time>,
        },
      ]}
      actions={({ id, status, golferName, recipient }) =>
        status === 'failed' && (
          <Button
            ref={restoreFocus}
            look="outline"
            pending={retry.isPending && retry.variables === id}
            onClick={() => retry.mutate(id)}
          >
            <RotateCw size={16} />
            Resend<span className="sr-only"> the message to {golferName ?? recipient}</span>
          </Button>
        )
      }
    />
  )
}

const recipientOf = ({ recipient }: Delivery) =>
  recipient.replaceAll(' ', '\u00a0') || 'No address yet'

function renderStatus({ status }: Delivery) {
  const [label, look] = STATUSES[status]
  return <span className={`chip inline-block ${look}`}>{label}</span>
}
