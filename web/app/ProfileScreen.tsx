import { type GroupSubscription, readSubscription } from '../../contract/billing.ts'
import { readMyCalendar } from '../../contract/calendars.ts'
import { type GroupDetail, type GroupSummary, myGroups } from '../../contract/groups.ts'
import { readPreferences } from '../../contract/preferences.ts'
import { listMySavedAlerts } from '../../contract/saved-alerts.ts'
import type { User } from '../../contract/sessions.ts'
import { SubscriptionCard } from '../features/billing/SubscriptionCard.tsx'
import { GroupSwitch } from '../features/groups/GroupSwitch.tsx'
import { AccountList, SuperAdminCard } from '../features/identity/golfers/AccountList.tsx'
import { Profile } from '../features/identity/golfers/Profile.tsx'
import { LogoutButton } from '../features/identity/sessions/LogoutButton.tsx'
import { Messages } from '../features/messaging/preferences/Messages.tsx'
import { CalendarFeed } from '../features/tee-times/CalendarFeed.tsx'
import { MyRoundsLink } from '../features/tee-times/rounds/MyRoundsLink.tsx'
import { SavedAlerts } from '../features/tee-times/SavedAlerts.tsx'
import { useEndpoint } from '../lib/query-client.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

interface ProfileScreenProps {
  readonly slug: string
  /** Undefined while loading. */
  readonly user: User | undefined
  /** Undefined while loading, and if loading failed. */
  readonly group: GroupDetail | undefined
  readonly isPending: boolean
}

export function ProfileScreen({ slug, user, group, isPending }: ProfileScreenProps) {
  const groups = useEndpoint(myGroups, {})
  // Show all at once, so that no button moves away from under a thumb.
  const preferences = useEndpoint(readPreferences, {})
  const calendar = useEndpoint(readMyCalendar, {})
  const isMember = group !== undefined && group.role !== 'super-admin'
  const savedAlerts = useEndpoint(
    listMySavedAlerts,
    { params: { id: group?.id ?? 0 } },
    { enabled: isMember },
  )
  const isMine = group !== undefined && group.ownerId === user?.id
  const subscription = useEndpoint(
    readSubscription,
    { params: { id: group?.id ?? 0 } },
    { enabled: isMine },
  )
  const isWaiting =
    user === undefined ||
    isPending ||
    groups.isPending ||
    // Their cards retry failed reads, so with isPending they would appear and disappear forever.
    !preferences.isFetched ||
    !calendar.isFetched ||
    (isMember && !savedAlerts.isFetched) ||
    (isMine && !subscription.isFetched)
  return (
    <Profile user={user} groupName={group?.name}>
      {isWaiting ? (
        <>
          <Skeleton className="h-32 w-full rounded-[0.875rem]" />
          <Skeleton className="h-16 w-full rounded-[0.875rem]" />
          <Skeleton className="h-52 w-full rounded-[0.875rem]" />
        </>
      ) : (
        <Cards
          slug={slug}
          user={user}
          group={group}
          groups={groups.data ?? []}
          subscription={subscription.data}
        />
      )}
    </Profile>
  )
}

interface CardsProps {
  readonly slug: string
  readonly user: User
  readonly group: GroupDetail | undefined
  readonly groups: readonly GroupSummary[]
  readonly subscription: GroupSubscription | undefined
}

function Cards({ slug, user, group, groups, subscription }: CardsProps) {
  return (
    <>
      {user.isSuperAdmin && <SuperAdminCard />}
      {group?.ownerId === user.id && <SubscriptionCard group={group} subscription={subscription} />}
      <Messages />
      {group !== undefined && group.role !== 'super-admin' && <SavedAlerts group={group} />}
      <CalendarFeed />
      <MyRoundsLink />
      <GroupSwitch groups={groups} slug={slug} />
      <AccountList user={user} groups={groups} />
      <LogoutButton />
    </>
  )
}
