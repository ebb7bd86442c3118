import MessageSquare from 'lucide-react/icons/message-square'
import { Link } from 'wouter'
import {
  type DeliveryDay,
  listDeliveryDays,
  readDeliverySummary,
} from '../../../../contract/delivery-log.ts'
import { formatNumber } from '../../../lib/counts.ts'
import { readableDate } from '../../../lib/dates.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { useAddressQuery, usePagedList } from '../../../lib/paged-list.ts'
import { pathTo } from '../../../lib/paths.ts'
import { useEndpoint } from '../../../lib/query-client.ts'
import { BackLink, LinkTabs } from '../../../ui/Links.tsx'
import { Callout } from '../../../ui/Notice.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Stats } from '../../../ui/Stats.tsx'
import { SuperAdminGate } from '../../identity/Guard.tsx'
import { ordersByAge, TablePanel } from '../ListPanel.tsx'
import { TEXTS_LABELS } from './describe-message.ts'
import { MessagesTable } from './MessagesTable.tsx'

const ALL_MESSAGES = 'All Messages'
const BY_DAY = 'By Group and Day'

const COUNTS = [
  ['Queued', 'queued'],
  ['Deferred', 'deferred'],
  ['Sent', 'sent'],
  ['Delivered', 'delivered'],
  ['Failed', 'failed'],
] as const
const DROPPED = ['Dropped', 'dropped'] as const
const SEGMENTS = ['Text Segments', 'segments'] as const

const UNKNOWN_MESSAGE = "We can't tell right now whether texts are being sent."

export function Messages() {
  usePageTitle('Messages')
  const { urlQuery } = useAddressQuery()
  const summary = useEndpoint(readDeliverySummary, {})
  const table = urlQuery.get('table') === 'days' ? BY_DAY : ALL_MESSAGES
  const texts = summary.data?.texts
  const address = pathTo('superAdminMessages')
  return (
    <SuperAdminGate error={summary.error}>
      <Page
        title="Messages"
        back={<BackLink href={pathTo('superAdmin')}>Super Admin</BackLink>}
        width="wide"
      >
        <Callout
          icon={MessageSquare}
          isWarning={texts === 'off'}
          className="min-h-20 items-center sm:min-h-14"
        >
          {texts ? TEXTS_LABELS[texts] : summary.isError ? UNKNOWN_MESSAGE : undefined}
        </Callout>
        <div className="space-y-2">
          <Stats stats={[...COUNTS, SEGMENTS].map(([name, key]) => [name, summary.data?.[key]])} />
          <p className="text-sm text-muted">
            Queued and Deferred show the current counts. The rest cover the last 24 hours.
          </p>
        </div>
        <LinkTabs
          label="Tables"
          tabs={[
            { name: ALL_MESSAGES, href: address },
            { name: BY_DAY, href: `${address}?table=days` },
          ]}
          current={table}
        />
        <section aria-label={table}>
          {table === ALL_MESSAGES ? <MessagesTable /> : <DaysTable />}
        </section>
      </Page>
    </SuperAdminGate>
  )
}

function DaysTable() {
  return (
    <TablePanel
      list={usePagedList(listDeliveryDays, '-day')}
      noun={['daily total', 'daily totals']}
      placeholder="Group"
      orders={ordersByAge('day')}
      caption="Messages by group and day (UTC)"
      isDense
      keyOf={({ day, groupId }) => `${day} ${groupId}`}
      columns={[
        { name: 'Group and Day (UTC)', cell: renderGroup, detail: ({ day }) => readableDate(day) },
        ...[...COUNTS, DROPPED, SEGMENTS].map(([name, key]) => ({
          name,
          isNumber: true,
          cell: (day: DeliveryDay) => (
            <span className={key === 'failed' && day.failed > 0 ? 'font-semibold text-flag' : ''}>
              {formatNumber(day[key])}
            </span>
          ),
        })),
      ]}
    />
  )
}

function renderGroup({ groupId, groupName }: DeliveryDay) {
  if (groupId === null) return 'No group'
  return (
    <Link href={`${pathTo('superAdminMessages')}?groupId=${groupId}`} className="underline">
      {groupName ?? 'A deleted group'}
    </Link>
  )
}
