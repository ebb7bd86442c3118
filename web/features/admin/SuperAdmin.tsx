import { superAdminStats } from '../../../contract/super-admin.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useAddressQuery } from '../../lib/paged-list.ts'
import { pathTo } from '../../lib/paths.ts'
import { useAnswer } from '../../lib/query-client.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SuperAdminDoor } from '../identity/SuperAdminDoor.tsx'
import { SignInCodeCard } from '../identity/sign-in-codes/SignInCodeCard.tsx'
import { AuditLog } from './audit/AuditLog.tsx'
import { DeletedGroups } from './DeletedGroups.tsx'
import { MessagesCard } from './delivery-log/MessagesCard.tsx'
import { GroupsTable } from './GroupsTable.tsx'
import { MembershipsTable } from './MembershipsTable.tsx'
import { SuperAdminLogout } from './SuperAdminLogout.tsx'
import { UsersTable } from './UsersTable.tsx'

const RevenuePanel = onDemand(() =>
  import('./revenue/RevenuePanel.tsx').then((part) => part.RevenuePanel),
)

const TABLES = ['Users', 'Groups', 'Deleted Groups', 'Memberships', 'Audit Log'] as const
type Table = (typeof TABLES)[number]

const inAddress = (table: Table) => table.toLowerCase().replace(' ', '-')

/** All users and groups. Only the server checks access. If it refuses, the login is shown. */
export function SuperAdmin() {
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
        <RevenuePanel waiting={<Skeleton className="h-130 w-full lg:h-67" />} />
        <div className="grid gap-3 lg:grid-cols-2">
          <MessagesCard />
          <SignInCodeCard />
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
          {table === 'Groups' && <GroupsTable />}
          {table === 'Deleted Groups' && <DeletedGroups />}
          {table === 'Memberships' && <MembershipsTable />}
          {table === 'Audit Log' && <AuditLog />}
        </section>
      </main>
    </SuperAdminDoor>
  )
}
