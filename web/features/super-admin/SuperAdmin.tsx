import type { ReactNode } from 'react'
import { Link, Redirect } from 'wouter'
import { superAdminStats } from '../../../contract/super-admin.ts'
import { ApiError } from '../../shell/api-client.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { useAddressQuery } from '../../shell/paged-list.ts'
import { pathTo } from '../../shell/paths.ts'
import { useAnswer } from '../../shell/query-client.ts'
import { useSessionId } from '../../shell/session.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { GroupsTable } from './GroupsTable.tsx'
import { MembershipsTable } from './MembershipsTable.tsx'
import { SuperAdminLogout } from './SuperAdminLogout.tsx'
import { UsersTable } from './UsersTable.tsx'

const TABLES = ['Users', 'Groups', 'Memberships', 'Audit Log'] as const
type Table = (typeof TABLES)[number]

const inAddress = (table: Table) => table.toLowerCase().replace(' ', '-')

interface SuperAdminProps {
  readonly auditLog: ReactNode
}

/** All users and groups. Nobody is kept out but by the server, whose refusals lead to the login. */
export function SuperAdmin({ auditLog }: SuperAdminProps) {
  usePageTitle('Super Admin')
  const session = useSessionId()
  const stats = useAnswer(superAdminStats, {})
  const { asked } = useAddressQuery()
  const { error } = stats
  if (session === null || (error instanceof ApiError && [401, 403].includes(error.status))) {
    return <Redirect to={pathTo('superAdminLogin')} replace />
  }
  const table = TABLES.find((one) => inAddress(one) === asked.get('table')) ?? 'Users'
  const { totalUsers, totalGroups, activeTrials, paidSubscriptions } = stats.data ?? {}
  return (
    <>
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
        <nav aria-label="Tables" className="sheet grid grid-cols-2 p-1 sm:flex sm:w-fit">
          {TABLES.map((one) => (
            <Link
              key={one}
              href={`${pathTo('superAdmin')}?table=${inAddress(one)}`}
              aria-current={one === table ? 'page' : undefined}
              className="flex min-h-11 items-center justify-center rounded-lg px-4 font-semibold whitespace-nowrap text-muted hover:text-ink aria-[current]:bg-fairway aria-[current]:text-on-fairway"
            >
              {one}
            </Link>
          ))}
        </nav>
        <section aria-label={table}>
          {table === 'Users' && <UsersTable />}
          {table === 'Groups' && <GroupsTable />}
          {table === 'Memberships' && <MembershipsTable />}
          {table === 'Audit Log' && auditLog}
        </section>
      </main>
    </>
  )
}
