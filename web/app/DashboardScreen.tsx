import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type GroupSummary, listMyGroups } from '../../contract/groups.ts'
import { listMyInvitations, type MyInvitation } from '../../contract/invitations.ts'
import type { User } from '../../contract/sessions.ts'
import { listMyTeeTimes } from '../../contract/tee-times.ts'
import { Invitations } from '../features/groups/Invitations.tsx'
import { CreateGroupLink, MyGroups } from '../features/groups/MyGroups.tsx'
import { SuperAdminCard } from '../features/identity/golfers/AccountList.tsx'
import { LogoutButton } from '../features/identity/sessions/LogoutButton.tsx'
import { MyTeeTimes } from '../features/tee-times/MyTeeTimes.tsx'
import { MyRoundsLink } from '../features/tee-times/rounds/MyRoundsLink.tsx'
import { dateIn } from '../lib/dates.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { pathTo } from '../lib/paths.ts'
import { useEndpoint } from '../lib/query-client.ts'
import { useNowAround } from '../lib/timing.ts'
import { LoadingFailed, Logo, Notice } from '../ui/Notice.tsx'
import { LinkRow } from '../ui/Rows.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

const WIDTH = 'column column-wide'

const PARTS_GRID = 'grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2 lg:grid-rows-[auto_1fr]'

export function DashboardScreen({ user }: { user: User | undefined }) {
  usePageTitle('My Golf')
  return (
    <>
      <header className="turf pt-[max(1.25rem,env(safe-area-inset-top))] pb-5">
        <div className={`${WIDTH} flex flex-wrap items-center justify-between gap-x-4`}>
          <h1 className="flex items-center gap-3 font-display text-[1.625rem] leading-9">
            <Logo size={28} />
            My Golf
          </h1>
          <LogoutButton onTurf />
        </div>
      </header>
      <main className={`${WIDTH} space-y-8 py-5`}>
        <Content user={user} />
      </main>
    </>
  )
}

const INVITATIONS_FRESH_MS = 60_000

function Content({ user }: { user: User | undefined }) {
  const groups = useEndpoint(listMyGroups, {})
  // Refetch on later visits, because no live event announces a new invitation.
  const invitations = useEndpoint(listMyInvitations, {}, { staleTime: INVITATIONS_FRESH_MS })
  const myTeeTimes = useEndpoint(listMyTeeTimes, {})
  useRefetchAfterMidnight(myTeeTimes, groups.data)
  // Wait for all requests, so that content that loads later doesn't push other content down.
  if (user === undefined || groups.isPending || myTeeTimes.isPending || invitations.isPending)
    return <DashboardSkeleton />
  if (groups.data === undefined) {
    const refetch = () => {
      void groups.refetch()
      if (myTeeTimes.data === undefined) void myTeeTimes.refetch()
    }
    const query = { error: groups.error, refetch }
    return <LoadingFailed title="We couldn't load your groups" query={query} />
  }
  if (groups.data.length === 0) return <NoGroups user={user} invitations={invitations} />
  return (
    <>
      <Invitations query={invitations} />
      <div className={PARTS_GRID}>
        {myTeeTimes.data === undefined ? (
          <LoadingFailed title="We couldn't load your tee times" query={myTeeTimes} />
        ) : (
          <MyTeeTimes myTeeTimes={myTeeTimes.data} golferId={user.id} groups={groups.data} />
        )}
        <div className="space-y-4">
          <MyGroups groups={groups.data} golferId={user.id} />
          <MyRoundsLink />
        </div>
      </div>
    </>
  )
}

/** Refetches after midnight in any group's zone, because the list of open spots then includes another day. */
function useRefetchAfterMidnight(
  { dataUpdatedAt, refetch }: { dataUpdatedAt: number; refetch: () => Promise<unknown> },
  groups: readonly GroupSummary[] = [],
): void {
  const now = useNowAround()
  const readAt = new Date(dataUpdatedAt)
  const isOld =
    dataUpdatedAt > 0 &&
    groups.some(({ timeZone }) => dateIn(timeZone, now) > dateIn(timeZone, readAt))
  useEffect(() => {
    if (isOld) void refetch()
  }, [isOld, refetch])
}

function NoGroups(props: { user: User; invitations: UseQueryResult<MyInvitation[]> }) {
  const { user, invitations } = props
  const isInvited = invitations.data !== undefined && invitations.data.length > 0
  return (
    <div className="mx-auto w-full max-w-md space-y-4">
      <Invitations query={invitations} />
      <Notice
        title="No Groups Yet"
        action={<CreateGroupLink look={isInvited ? 'outline' : 'primary'} />}
      >
        {isInvited
          ? 'Accept an invitation above, or start your own group and invite your buddies.'
          : "Golf groups are private. Ask your group's owner to add you with the email you signed in with, or start your own group and invite your buddies."}
      </Notice>
      {user.isSuperAdmin && <SuperAdminCard />}
      <LinkRow alone href={pathTo('profile')} title="Profile">
        Your account, messages, and past rounds
      </LinkRow>
    </div>
  )
}

function DashboardSkeleton() {
  return (
    <div aria-busy className={PARTS_GRID}>
      <p className="sr-only">Loading your rounds and groups</p>
      {['rounds', 'spots', 'groups'].map((part) => (
        <div key={part}>
          <Skeleton className="mb-3 h-7 w-40" />
          <div className="sheet flex items-center gap-3 p-4">
            {part !== 'groups' && <Skeleton className="h-19 w-14 rounded-[0.625rem]" />}
            <div className="min-w-0 flex-1 space-y-2">
              <Skeleton className="h-6 w-24" />
              <Skeleton className="h-5 w-44 max-w-full" />
              {part !== 'groups' && <Skeleton className="h-4 w-32" />}
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}
