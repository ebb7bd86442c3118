import MessageSquare from 'lucide-react/icons/message-square'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Link } from 'wouter'
import {
  type DeliveryDay,
  type DeliverySummary,
  listDeliveryDays,
  readDeliverySummary,
} from '../../../../contract/delivery-log.ts'
import { formatNumber } from '../../../lib/counts.ts'
import { shortDate } from '../../../lib/dates.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { useAddressQuery, usePagedList } from '../../../lib/paged-list.ts'
import { pathTo } from '../../../lib/paths.ts'
import { useEndpoint } from '../../../lib/query-client.ts'
import { LinkTabs } from '../../../ui/Links.tsx'
import { Stats } from '../../../ui/Stats.tsx'
import { SuperAdminGate } from '../../identity/Guard.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { byAge, TablePanel } from '../ListPanel.tsx'
import { TEXTS_LABELS } from './describe-message.ts'
import { MessagesTable } from './MessagesTable.tsx'

const ALL = 'All Messages'
const BY_DAY = 'By Group and Day'

/** The delivery log of all messages, for super admins. */
export function Messages() {
  usePageTitle('Messages')
  const { asked } = useAddressQuery()
  const summary = useEndpoint(readDeliverySummary, {})
  const table = asked.get('table') === 'days' ? BY_DAY : ALL
  const { texts, queued, deferred, sent, delivered, failed, segments } = summary.data ?? {}
  const address = pathTo('superAdminMessages')
  return (
    <SuperAdminGate error={summary.error}>
      <AdminPage title="Messages" back={['superAdmin', 'Super Admin']}>
        <TextsNotice texts={texts} isUnknown={summary.isError} />
        <div className="space-y-2">
          <Stats
            stats={[
              ['Queued', queued],
              ['Deferred', deferred],
              ['Sent', sent],
              ['Delivered', delivered],
              ['Failed', failed],
              ['Text Parts', segments],
            ]}
          />
          <p className="text-sm text-muted">
            Queued and Deferred show the current counts. The rest cover the last 24 hours.
          </p>
        </div>
        <LinkTabs
          label="Tables"
          tabs={[
            { name: ALL, href: address },
            { name: BY_DAY, href: `${address}?table=days` },
          ]}
          current={table}
        />
        <section aria-label={table}>{table === ALL ? <MessagesTable /> : <DaysTable />}</section>
      </AdminPage>
    </SuperAdminGate>
  )
}

interface TextsNoticeProps {
  readonly texts: DeliverySummary['texts'] | undefined
  readonly isUnknown: boolean
}

/** Says whether texts are being sent. Reserves its space while loading, to avoid a layout shift. */
function TextsNotice({ texts, isUnknown }: TextsNoticeProps) {
  const isOff = texts === 'off'
  const Icon = isOff ? TriangleAlert : MessageSquare
  const unknown = isUnknown ? "We can't tell right now whether texts are being sent." : undefined
  const words = texts === undefined ? unknown : TEXTS_LABELS[texts]
  return (
    <p
      className={`flex min-h-20 items-center gap-3 rounded-[0.875rem] border px-4 py-3 sm:min-h-14 ${isOff ? 'border-flag bg-flag-soft font-semibold' : 'border-line bg-sand-soft'} ${words === undefined ? 'invisible' : ''}`}
    >
      <Icon aria-hidden size={22} className={`shrink-0 ${isOff ? 'text-flag' : 'text-sand'}`} />
      {words}
    </p>
  )
}

const count = (name: string, of: (day: DeliveryDay) => number) => ({
  name,
  isNumber: true,
  cell: (day: DeliveryDay) => formatNumber(of(day)),
})

/** Table of the number of messages per group and day. */
function DaysTable() {
  return (
    <TablePanel
      list={usePagedList(listDeliveryDays, '-day')}
      noun={['daily total', 'daily totals']}
      placeholder="Group"
      orders={byAge('day')}
      caption="Messages by group and day (UTC)"
      isDense
      keyOf={({ day, groupId }) => `${day} ${groupId}`}
      columns={[
        { name: 'Group and day (UTC)', cell: groupAndDay },
        count('Queued', ({ queued }) => queued),
        count('Deferred', ({ deferred }) => deferred),
        count('Sent', ({ sent }) => sent),
        count('Delivered', ({ delivered }) => delivered),
        {
          name: 'Failed',
          isNumber: true,
          cell: ({ failed }) => (
            <span className={failed > 0 ? 'font-semibold text-flag' : ''}>
              {formatNumber(failed)}
            </span>
          ),
        },
        count('Dropped', ({ dropped }) => dropped),
        count('Text Parts', ({ segments }) => segments),
      ]}
    />
  )
}

function groupAndDay({ day, groupId, groupName }: DeliveryDay) {
  return (
    <>
      {groupName === null ? (
        'No group'
      ) : (
        <Link href={`${pathTo('superAdminMessages')}?groupId=${groupId}`} className="underline">
          {groupName}
        </Link>
      )}
      <span className="block text-sm font-normal text-muted">{shortDate(day)}</span>
    </>
  )
}
