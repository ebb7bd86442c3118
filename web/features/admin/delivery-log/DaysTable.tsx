import { Link } from 'wouter'
import { type DeliveryDay, listDeliveryDays } from '../../../../contract/message-ledger.ts'
import { grouped } from '../../../lib/counts.ts'
import { shortDate } from '../../../lib/dates.ts'
import { usePagedList } from '../../../lib/paged-list.ts'
import { pathTo } from '../../../lib/paths.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { ListPanel } from '../ListPanel.tsx'

const ORDERS = [
  ['-day', 'Newest first'],
  ['day', 'Oldest first'],
] as const

/** Table of the number of messages per group and day. */
export function DaysTable() {
  const list = usePagedList(listDeliveryDays, '-day')
  return (
    <ListPanel list={list} noun={['group day', 'group days']} placeholder="Group" orders={ORDERS}>
      {(rows) => (
        <div className="sheet">
          <DataTable
            caption="Messages by group and day (UTC)"
            isDense
            rows={rows}
            keyOf={({ day, groupId }) => `${day} ${groupId}`}
            columns={[
              { name: 'Group and day (UTC)', cell: (row) => <GroupAndDay row={row} /> },
              { name: 'Queued', isNumber: true, cell: ({ queued }) => grouped(queued) },
              { name: 'Held', isNumber: true, cell: ({ held }) => grouped(held) },
              { name: 'Sent', isNumber: true, cell: ({ sent }) => grouped(sent) },
              { name: 'Delivered', isNumber: true, cell: ({ delivered }) => grouped(delivered) },
              {
                name: 'Failed',
                isNumber: true,
                cell: ({ failed }) => (
                  <span className={failed > 0 ? 'font-semibold text-flag' : ''}>
                    {grouped(failed)}
                  </span>
                ),
              },
              { name: 'Dropped', isNumber: true, cell: ({ dropped }) => grouped(dropped) },
              { name: 'Text parts', isNumber: true, cell: ({ segments }) => grouped(segments) },
            ]}
          />
        </div>
      )}
    </ListPanel>
  )
}

function GroupAndDay({ row: { day, groupId, groupName } }: { row: DeliveryDay }) {
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
