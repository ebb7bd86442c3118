// Keeps the cache up to date with live events. Separate from query-client.ts, which every screen loads
// first and which needs none of these contracts.
import type { Query } from '@tanstack/react-query'
import { type GroupDetail, golferGroups, myGroups } from '../../contract/groups.ts'
import { membersBySlug } from '../../contract/members.ts'
import { myTeeTimes } from '../../contract/tee-times.ts'
import { keyOf, queryClient } from './query-client.ts'

const ACROSS_GROUPS: readonly string[] = [myGroups.path, golferGroups.path, myTeeTimes.path]
const GROUP_BY_SLUG = /^\/api\/groups\/slug\/[^/]+$/

/**
 * Marks a group and everything below its id stale, and refetches what is on the screen. Also
 * refetches the rounds and open spots across groups. Leaves out the group's lists of tee times and
 * members, which are read by its slug.
 */
export function invalidateGroup(groupId: number): Promise<void> {
  const across = queryClient.getQueryCache().find({ queryKey: keyOf(myTeeTimes, {}) })
  if (across) void refetchStale(across)
  const root = `/api/groups/${groupId}`
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [address], state: { data } }) => {
      if (typeof address !== 'string') return false
      if (address === root || address.startsWith(`${root}/`)) return true
      // A query without data may be for this group, and was refused until now.
      return (
        GROUP_BY_SLUG.test(address) &&
        (data === undefined || (isGroup(data) && data.id === groupId))
      )
    },
  })
}

/** Refetches the golfer's groups. */
export function refreshMyGroups(): void {
  for (const key of [keyOf(myGroups, {}), keyOf(golferGroups, {})]) {
    void queryClient.invalidateQueries({ queryKey: key })
  }
}

/** Refetches a group, its members and the golfer's groups. */
export function refreshGroup({ id, slug }: Pick<GroupDetail, 'id' | 'slug'>): void {
  void invalidateGroup(id)
  void queryClient.invalidateQueries({ queryKey: keyOf(membersBySlug, { params: { slug } }) })
  refreshMyGroups()
}

/**
 * Refetches once everything that the live stream keeps up to date, because it may have missed
 * events.
 */
export function refetchLiveData(): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    const address = String(query.queryKey[0])
    const isLive = address.startsWith('/api/groups/') || ACROSS_GROUPS.includes(address)
    if (isLive && !address.endsWith('/check')) void refetchStale(query)
  }
}

/**
 * Marks a query stale, and refetches it if it is on the screen. A first read that is under way may be
 * older than the event, and an invalidation does not restart it, so this waits for it first.
 */
export async function refetchStale(query: Query): Promise<void> {
  const { data, fetchStatus } = query.state
  if (data === undefined && fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
}

/** Returns whether what is cached at the address of a group's slug is a group. */
function isGroup(data: unknown): data is Pick<GroupDetail, 'id'> {
  return typeof data === 'object' && data !== null && 'id' in data
}
