import type { ReactNode } from 'react'
import { superAdminStats } from '../../../contract/super-admin.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { useAddressQuery } from '../../shell/paged-list.ts'
import { pathTo } from '../../shell/paths.ts'
import { useAnswer } from '../../shell/query-client.ts'
import { SuperAdminDoor } from '../../shell/SuperAdminDoor.tsx'
import { BackLink } from '../../ui/BackLink.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { DeletedGroups } from './DeletedGroups.tsx'
import { GroupsTable, type PaymentsOf } from './GroupsTable.tsx'
import { MembershipsTable } from './MembershipsTable.tsx'
import { SuperAdminLogout } from './SuperAdminLogout.tsx'
import { UsersTable } from './UsersTable.tsx'

const TABLES = ['Users', 'Groups', 'Deleted Groups', 'Memberships', 'Audit Log'] as const
type Table = (typeof TABLES)[number]

const inAddress = (table: Table) => table.toLowerCase().replace(' ', '-')

interface SuperAdminProps {
  /** Whether payments are on, and what came in. */
  readonly revenue: ReactNode
  /** The dialog of what a group has paid. */
  readonly paymentsOf: PaymentsOf
  readonly auditLog: ReactNode
  /** The way to the messages, with whether texts leave. */
  readonly messages: ReactNode
  /** Whether the super admin's own sign-in code is on, and the way to change that. */
  readonly signInCode: ReactNode
}

/** All users and groups. Nobody is kept out but by the server, whose refusals lead to the login. */
export function SuperAdmin(props: SuperAdminProps) {
  const { revenue, paymentsOf, auditLog, messages, signInCode } = props
  usePageTitle('Super Admin')
  const stats = useAnswer(superAdminStats, {})
  const { asked } = useAddressQuery()
  const table = TABLES.find((one) => inAddress(one) === asked.get('table')) ?? 'Users'
  const { totalUsers, totalGroups, activeTrials, paidSubscriptions } = stats.data ?? {}
  return (
    <SuperAdminDoor error={stats.error}>
      <header className="turf pt-[max(0.5rem,env(safe-area-inset-top))] pb-5">
        <div className="wide">
          <div className="flex min-h-11 items-center justify-between gap-2">
            <BackLink href={pathTo('admin')}>Manage Golf Groups</BackLink>
            <SuperAdminLogout />
          </div>
          <h1 className="mt-2 font-display text-[1.625rem] leading-9">Super Admin</h1>
        </div>
      </header>
      <main className="wide space-y-5 py-5">
        <Figures
          figures={[
            ['Total Users', totalUsers],
            ['Total Groups', totalGroups],
            ['Active Trials', activeTrials],
            ['Paid Subscriptions', paidSubscriptions],
          ]}
        />
        {revenue}
        <div className="grid gap-3 lg:grid-cols-2">
          {messages}
          {signInCode}
        </div>
        <LinkTabs
          label="Tables"
          tabs={TABLES.map((name) => ({
            name,
            href: `${pathTo('superAdmin')}?table=${inAddress(name)}`,
          }))}
          current={table}
        />
        <section aria-label={table}>
          {table === 'Users' && <UsersTable />}
          {table === 'Groups' && <GroupsTable paymentsOf={paymentsOf} />}
          {table === 'Deleted Groups' && <DeletedGroups />}
          {table === 'Memberships' && <MembershipsTable />}
          {table === 'Audit Log' && auditLog}
        </section>
      </main>
    </SuperAdminDoor>
  )
}
