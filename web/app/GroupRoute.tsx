import { useEffect } from 'react'
import { checkSlug, isUsableSlug } from '../../contract/groups.ts'
import { Guard } from '../features/identity/Guard.tsx'
import { ApiError } from '../lib/api-client.ts'
import { useEndpoint } from '../lib/query-client.ts'
import { sessionId } from '../lib/session.ts'
import { lazyScreen, ScreenWaiting } from '../ui/on-demand.tsx'

const GroupScreens = lazyScreen(() =>
  import('./GroupScreens.tsx').then((part) => part.GroupScreens),
)
const NotFound = lazyScreen(() =>
  import('../features/groups/NotFound.tsx').then((part) => part.NotFound),
)

export interface GroupRouteProps {
  readonly slug: string
  readonly screen: 'group' | 'groupMembers' | 'groupProfile' | 'groupSeason' | 'groupSubscribe'
}

/** Shows a group's screens once its slug is known to belong to a group. */
export function GroupRoute({ slug, screen }: GroupRouteProps) {
  // The check calls an invalid slug 'not available' too, just like a group's.
  if (!isUsableSlug(slug)) return <NotFound />
  return <CheckedGroup slug={slug} screen={screen} />
}

function CheckedGroup({ slug, screen }: GroupRouteProps) {
  const check = useEndpoint(checkSlug, { params: { slug } })
  useEffect(() => {
    // Load the screens while the slug is being checked, not after.
    if (sessionId() !== null) GroupScreens.preload()
  }, [])
  if (check.isPending) return <ScreenWaiting />
  if (check.error) {
    const mayBeThere = !(check.error instanceof ApiError) || check.error.status >= 429
    return <NotFound {...(mayBeThere && { onRetry: () => void check.refetch() })} />
  }
  if (check.data.available) return <NotFound />
  return <Guard>{(user) => <GroupScreens slug={slug} screen={screen} user={user} />}</Guard>
}
