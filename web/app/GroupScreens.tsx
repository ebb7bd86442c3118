import LandPlot from 'lucide-react/icons/land-plot'
import UserRound from 'lucide-react/icons/user-round'
import UsersRound from 'lucide-react/icons/users-round'
import { useId } from 'react'
import { Link, useRoute } from 'wouter'
import { type GroupDetail, readGroup } from '../../contract/groups.ts'
import { SCREENS } from '../../contract/screens.ts'
import type { User } from '../../contract/sessions.ts'
import { usePaymentReturn } from '../features/billing/announce-payment.ts'
import { SubscriptionNotices, TrialBanner } from '../features/groups/SubscriptionNotices.tsx'
import { RecurringTeeTimes, TeeTimes } from '../features/tee-times/TeeTimes.tsx'
import { ApiError } from '../lib/api-client.ts'
import { plural } from '../lib/counts.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { pathTo } from '../lib/paths.ts'
import { useEndpoint } from '../lib/query-client.ts'
import { BackLink } from '../ui/Links.tsx'
import { lazyScreens } from '../ui/on-demand.tsx'
import { type GroupRouteProps, GroupScreens as LazyGroupScreens } from './App.tsx'

const { Members } = lazyScreens(() => import('../features/groups/members/Members.tsx'))
const { ProfileScreen } = lazyScreens(() => import('./ProfileScreen.tsx'))
const { Season } = lazyScreens(() => import('../features/tee-times/rounds/Season.tsx'))
const { Subscribe } = lazyScreens(() => import('../features/billing/Subscribe.tsx'))
const { NotAMember, GroupInactive, NotFound } = lazyScreens(
  () => import('../features/groups/GroupUnavailable.tsx'),
)

export function GroupScreens(props: GroupRouteProps & { user: User | undefined }) {
  const { slug, screen, user } = props
  const group = useEndpoint(readGroup, { params: { slug } })
  // Not `group.isPending`, which is true again during a retry and would hide the content.
  const isPending = !group.isFetched
  const onRetry = () => void group.refetch()
  const isInactive = group.error instanceof ApiError && group.error.code === 'GROUP_INACTIVE'
  // Drop data from before the group became inactive. It would offer actions that the server now refuses.
  const data = isInactive ? undefined : group.data
  if (group.error instanceof ApiError) {
    // The profile also has the golfer's own settings, which don't depend on the group.
    if (isInactive && screen !== 'groupProfile') {
      return <GroupInactive slug={slug} user={user} onRetry={onRetry} />
    }
    if (group.error.status === 403 && !isInactive) return <NotAMember user={user} />
    if (group.error.status === 404) return <NotFound />
  }
  if (screen === 'groupSubscribe') {
    return <Subscribe slug={slug} group={data} user={user} query={group} />
  }
  return (
    <div className="min-h-dvh pb-[calc(4.5rem+env(safe-area-inset-bottom))]">
      {screen === 'group' && (
        <GroupHome slug={slug} user={user} group={data} isPending={isPending} />
      )}
      {screen === 'groupMembers' && <Members slug={slug} user={user} />}
      {screen === 'groupProfile' && (
        <ProfileScreen slug={slug} user={user} group={data} isPending={isPending} />
      )}
      {screen === 'groupSeason' && <Season slug={slug} group={data} />}
      <GroupTabs slug={slug} joinRequests={data?.joinRequests ?? 0} />
    </div>
  )
}

function GroupHome(props: {
  slug: string
  user: User | undefined
  group: GroupDetail | undefined
  isPending: boolean
}) {
  const { slug, user, group, isPending } = props
  usePageTitle(group?.name ?? 'Golf Group')
  usePaymentReturn()
  return (
    <div className="flex min-h-[calc(100dvh-4.5rem-env(safe-area-inset-bottom))] flex-col">
      <GroupHeader group={group} />
      <TeeTimes slug={slug} group={group} isGroupPending={isPending} golferId={user?.id} />
      {group && <RecurringTeeTimes group={group} />}
      {group && <SubscriptionNotices group={group} golferId={user?.id} />}
    </div>
  )
}

const TABS = [
  { screen: 'group', label: 'Tee Times', Icon: LandPlot },
  { screen: 'groupMembers', label: 'Members', Icon: UsersRound },
  { screen: 'groupProfile', label: 'Profile', Icon: UserRound },
] as const

/** `joinRequests` is the number of requests to join that the golfer can approve or decline. */
function GroupTabs({ slug, joinRequests }: { slug: string; joinRequests: number }) {
  return (
    <nav
      aria-label="Group"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="mx-auto grid max-w-[28rem] grid-cols-3">
        {TABS.map((tab) => (
          <li key={tab.screen}>
            <Tab slug={slug} count={tab.screen === 'groupMembers' ? joinRequests : 0} {...tab} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Tab(props: (typeof TABS)[number] & { slug: string; count: number }) {
  const { slug, count, screen, label, Icon } = props
  const id = useId()
  const [isOpen] = useRoute(SCREENS[screen])
  const [isSeasonOpen] = useRoute(SCREENS.groupSeason)
  const isCurrent = isOpen || (isSeasonOpen && screen === 'groupMembers')
  return (
    <Link
      href={pathTo(screen, { slug })}
      aria-current={isCurrent ? 'page' : undefined}
      // The count is only in the description, so that the link's name is its label alone.
      aria-labelledby={id}
      aria-describedby={count > 0 ? `${id}-count` : undefined}
      className="tab flex min-h-15 flex-col items-center justify-center gap-0.5 border-t-3 border-transparent text-[0.8125rem] font-semibold text-muted hover:text-ink aria-[current]:border-fairway aria-[current]:text-fairway"
    >
      <span aria-hidden className="relative">
        <Icon size={22} />
        {count > 0 && (
          // The count is CSS content, because text that isn't in the link's label would confuse voice control.
          <span
            data-count={count > 99 ? '99+' : count}
            className="absolute -top-1.5 left-4 min-w-5 rounded-full bg-fairway px-1 ring-2 ring-sheet text-center text-xs leading-5 font-bold text-on-fairway before:content-[attr(data-count)]"
          />
        )}
      </span>
      <span id={id}>{label}</span>
      {count > 0 && (
        <span id={`${id}-count`} className="sr-only">
          {plural(count, 'request')} to join
        </span>
      )}
    </Link>
  )
}

function GroupHeader({ group }: { group: GroupDetail | undefined }) {
  return (
    <header className="turf pt-[max(0.25rem,env(safe-area-inset-top))]">
      <div className="column column-wide lg:flex lg:flex-wrap lg:items-end lg:justify-between">
        <div className="lg:pb-3">
          <div className="flex flex-wrap items-center justify-between lg:gap-x-6">
            <BackLink href={pathTo('dashboard')}>My Golf</BackLink>
            {group?.role === 'owner' && <TrialBanner group={group} />}
          </div>
          <h1 className="-mt-1 min-h-9 font-display text-[1.625rem] leading-9 wrap-anywhere">
            {group?.name ?? 'Golf Group'}
          </h1>
        </div>
        {/* With large text, the stats wrap. The left border of each row's first stat is clipped. */}
        <dl
          aria-busy={group === undefined}
          className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(5rem,100%),1fr))] overflow-clip border-t border-on-turf/20 lg:mt-0 lg:w-96 lg:border-t-0"
        >
          <Stat label="Active Times" value={group?.activeTimes} />
          <Stat label="Open Spots" value={group?.openSpots} />
          <Stat label="Members" value={group?.memberCount} />
        </dl>
      </div>
    </header>
  )
}

function Stat({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className="-ml-px flex flex-col-reverse justify-end border-l border-on-turf/20 px-2 pt-1.5 pb-2 text-center">
      <dt className="text-[0.8125rem] leading-tight text-on-turf-muted">{label}</dt>
      <dd className="font-display text-2xl leading-8">{value ?? '–'}</dd>
    </div>
  )
}

LazyGroupScreens.provide(GroupScreens)
