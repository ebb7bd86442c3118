import ChevronRight from 'lucide-react/icons/chevron-right'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Link } from 'wouter'
import { readDeliverySummary } from '../../../contract/delivery-log.ts'
import { listAllMemberships, readAppStats } from '../../../contract/super-admin.ts'
import { formatNumber } from '../../lib/counts.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useAddressQuery, usePagedList } from '../../lib/paged-list.ts'
import { pathTo } from '../../lib/paths.ts'
import { useCurrentUser, useEndpoint } from '../../lib/query-client.ts'
import { BackLink, LinkTabs } from '../../ui/Links.tsx'
import { onDemand, useDialog } from '../../ui/on-demand.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Stats } from '../../ui/Stats.tsx'
import { SuperAdminGate } from '../identity/Guard.tsx'
import { LogoutButton } from '../identity/sessions/LogoutButton.tsx'
import { AuditLog } from './AuditLog.tsx'
import { TEXTS_LABELS } from './delivery-log/describe-message.ts'
import { DeletedGroups, GroupsTable } from './GroupsTable.tsx'
import { TablePanel } from './ListPanel.tsx'
import { GOLFER_ORDERS, UsersTable } from './UsersTable.tsx'

const { RevenuePanel } = onDemand(() => import('./RevenuePanel.tsx'))

const TABLES = [
  ['Users', UsersTable],
  ['Groups', GroupsTable],
  ['Deleted Groups', DeletedGroups],
  ['Memberships', MembershipsTable],
  ['Audit Log', AuditLog],
] as const

const tableParameter = (title: string) => title.toLowerCase().replace(' ', '-')

export function SuperAdmin() {
  usePageTitle('Super Admin')
  const stats = useEndpoint(readAppStats, {})
  const { urlQuery } = useAddressQuery()
  const [title, Table] =
    TABLES.find(([name]) => tableParameter(name) === urlQuery.get('table')) ?? TABLES[0]
  const { totalUsers, totalGroups, activeTrials, paidSubscriptions } = stats.data ?? {}
  return (
    <SuperAdminGate error={stats.error}>
      <Page
        title="Super Admin"
        back={<BackLink href={pathTo('admin')}>Manage Golf Groups</BackLink>}
        width="wide"
        headerAction={<LogoutButton onTurf isForSuperAdmin />}
      >
        <Stats
          stats={[
            ['Total Users', totalUsers],
            ['Total Groups', totalGroups],
            ['Active Trials', activeTrials],
            ['Paid Subscriptions', paidSubscriptions],
          ]}
        />
        <RevenuePanel whileLoading={<Skeleton className="h-14 w-full" />} />
        <div className="grid gap-3 lg:grid-cols-2">
          <MessagesCard />
          <SignInCodeCard />
        </div>
        <LinkTabs
          label="Tables"
          tabs={TABLES.map(([name]) => ({
            name,
            href: `${pathTo('superAdmin')}?table=${tableParameter(name)}`,
          }))}
          current={title}
        />
        <section aria-label={title}>
          <Table />
        </section>
      </Page>
    </SuperAdminGate>
  )
}

function MembershipsTable() {
  return (
    <TablePanel
      list={usePagedList(listAllMemberships, 'name')}
      noun={['golfer', 'golfers']}
      placeholder="Name, email, or group"
      orders={GOLFER_ORDERS}
      caption="Memberships"
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
  )
}

const CARD_CLASS =
  'flex min-h-14 w-full items-center gap-3 rounded-[0.875rem] border px-4 py-2 hover:border-edge sm:min-h-18 sm:gap-4 sm:py-4'

function MessagesCard() {
  const { texts, failed = 0 } = useEndpoint(readDeliverySummary, {}).data ?? {}
  const failures = failed > 0 ? `${formatNumber(failed)} failed in the last 24 hours` : undefined
  const warning = texts === 'off' ? TEXTS_LABELS.off : failures
  return (
    <Link
      href={pathTo('superAdminMessages')}
      className={`${CARD_CLASS} ${warning === undefined ? 'sheet' : 'border-flag bg-flag-soft'}`}
    >
      {warning !== undefined && <TriangleAlert size={22} className="shrink-0 text-flag" />}
      <CardText title="Messages" look={warning ? '' : 'text-muted'}>
        {warning ?? 'Texts and emails: queued, sent, failed'}
      </CardText>
    </Link>
  )
}

function CardText({ title, look, children }: { title: string; look: string; children: string }) {
  return (
    <>
      <span className="flex min-w-0 flex-1 items-center gap-3 sm:block">
        <span className="block shrink-0 font-semibold">{title}</span>
        <span
          className={`block min-w-0 flex-1 text-right text-sm text-balance sm:min-h-5 sm:text-left ${look}`}
        >
          {children}
        </span>
      </span>
      <ChevronRight size={20} className="shrink-0 text-muted" />
    </>
  )
}

const { SignInCodeDialog } = onDemand(() => import('../identity/sign-in-codes/SignInCode.tsx'))

function SignInCodeCard() {
  const { currentDialog, openerProps, close } = useDialog()
  const isOn = useCurrentUser().data?.signInCode === 'on'
  return (
    <>
      <button
        type="button"
        {...openerProps(SignInCodeDialog)}
        className={`sheet text-left ${CARD_CLASS}`}
      >
        <CardText title="Sign-In Code" look="text-muted">
          {isOn
            ? 'On: signing in takes your password and a code from your phone'
            : 'Off: a stolen password is enough to sign in as you'}
        </CardText>
      </button>
      {currentDialog && <SignInCodeDialog isOn={isOn} onClose={close} />}
    </>
  )
}
