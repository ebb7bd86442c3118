import Check from 'lucide-react/icons/check'
import { Link } from 'wouter'
import { readSubscription } from '../../contract/billing.ts'
import { readMyCalendar } from '../../contract/calendars.ts'
import { type GroupDetail, type GroupSummary, listMyGroups } from '../../contract/groups.ts'
import { readPreferences } from '../../contract/preferences.ts'
import { listMySavedAlerts } from '../../contract/saved-alerts.ts'
import type { User } from '../../contract/sessions.ts'
import { SubscriptionCard } from '../features/billing/SubscriptionCard.tsx'
import { AccountList, SuperAdminCard } from '../features/identity/golfers/AccountList.tsx'
import { Profile } from '../features/identity/golfers/Profile.tsx'
import { LogoutButton } from '../features/identity/sessions/LogoutButton.tsx'
import { Messages } from '../features/messaging/preferences/Messages.tsx'
import { CalendarFeed } from '../features/tee-times/CalendarFeed.tsx'
import { MyRoundsLink } from '../features/tee-times/rounds/MyRoundsLink.tsx'
import { SavedAlerts } from '../features/tee-times/SavedAlerts.tsx'
import { pathTo } from '../lib/paths.ts'
import { useEndpoint } from '../lib/query-client.ts'
import { LinkRow } from '../ui/Rows.tsx'
import { Loading } from '../ui/Skeleton.tsx'

export function ProfileScreen(props: {
  /** The slug of the group on screen. Undefined for a golfer without a group. */
  slug?: string
  user: User | undefined
  /** Undefined while loading, if loading failed, or if the group is inactive. */
  group?: GroupDetail | undefined
  isPending?: boolean
}) {
  const { slug, user, group, isPending = false } = props
  const groups = useEndpoint(listMyGroups, {})
  const myGroups = groups.data ?? []
  const preferences = useEndpoint(readPreferences, {})
  // Refetch on each visit, because another phone may have changed the calendar link.
  const calendar = useEndpoint(readMyCalendar, {}, { staleTime: 0 })
  const listedGroup = myGroups.find((mine) => mine.slug === slug)
  const isMember = group !== undefined && group.role !== 'super-admin'
  const isOwner = group !== undefined && group.ownerId === user?.id
  const params = { id: group?.id ?? 0 }
  const savedAlerts = useEndpoint(listMySavedAlerts, { params }, { enabled: isMember })
  const subscription = useEndpoint(readSubscription, { params }, { enabled: isOwner })
  // Wait for all requests, so that no button moves just as it is tapped.
  const isWaiting =
    user === undefined ||
    isPending ||
    groups.isPending ||
    // Not `isPending`, which is true again during a retry and would hide the cards.
    !preferences.isFetched ||
    !calendar.isFetched ||
    (isMember && !savedAlerts.isFetched) ||
    (isOwner && !subscription.isFetched)
  return (
    <Profile user={user} hasGroup={slug !== undefined} groupName={(group ?? listedGroup)?.name}>
      {isWaiting ? (
        <Loading className="pair-beside space-y-4" blocks={['h-32', 'h-16', 'h-52']} />
      ) : (
        <>
          <div className="pair-beside space-y-4">
            {user.isSuperAdmin && <SuperAdminCard />}
            {isOwner && <SubscriptionCard group={group} subscription={subscription.data} />}
            <Messages />
            {isMember && <SavedAlerts group={group} />}
            <CalendarFeed />
          </div>
          <div className="space-y-4">
            <MyRoundsLink />
            {slug !== undefined && <GroupLinks groups={myGroups} slug={slug} />}
            <AccountList user={user} groups={myGroups} />
            <LogoutButton />
          </div>
        </>
      )}
    </Profile>
  )
}

function GroupLinks({ groups, slug }: { groups: readonly GroupSummary[]; slug: string }) {
  return (
    <nav aria-label="My groups" className="sheet divide-y divide-line overflow-hidden">
      {groups.length > 1 &&
        groups.map((group) => (
          <Link
            key={group.id}
            href={pathTo('group', { slug: group.slug })}
            aria-current={group.slug === slug ? 'true' : undefined}
            className="flex min-h-13 items-center gap-3 px-4 py-2 hover:bg-sunken"
          >
            <span
              className={`min-w-0 flex-1 wrap-anywhere ${group.slug === slug ? 'font-semibold' : ''}`}
            >
              {group.name}
            </span>
            {!group.isActive && <span className="chip bg-sunken">Turned off</span>}
            {group.slug === slug && <Check size={20} className="shrink-0 text-fairway" />}
          </Link>
        ))}
      <LinkRow href={pathTo('dashboard')} title="My Golf">
        Your rounds and open spots in all your groups
      </LinkRow>
    </nav>
  )
}
