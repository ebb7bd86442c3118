import { superAdminMemberships } from '../../../contract/super-admin.ts'
import { usePagedList } from '../../lib/paged-list.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { ListPanel } from './ListPanel.tsx'

const ORDERS = [
  ['name', 'Name'],
  ['-name', 'Name, from Z'],
  ['email', 'Email'],
  ['-email', 'Email, from Z'],
] as const

export function MembershipsTable() {
  const list = usePagedList(superAdminMemberships, 'name')
  return (
    <ListPanel
      list={list}
      noun={['golfer', 'golfers']}
      placeholder="Name, email or group"
      orders={ORDERS}
    >
      {(rows) => (
        <div className="sheet">
          <DataTable
            caption="Memberships"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Name', cell: ({ golfer_name }) => golfer_name },
              { name: 'Email', cell: ({ email }) => email },
              {
                name: 'Groups',
                cell: ({ groups }) => groups || <span className="text-muted">No groups</span>,
              },
            ]}
          />
        </div>
      )}
    </ListPanel>
  )
}
