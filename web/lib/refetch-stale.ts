// Keeps the cache up to date with live events. This code is not in query-client.ts, because every screen
// would then load the parts of the contract that this file imports.
import type { Query } from '@tanstack/react-query'
import type { Endpoint, ResponseOf } from '../../contract/endpoint.ts'
import {
  checkSlug,
  type GroupDetail,
  listGolferGroups,
  listMyGroups,
  readGroup,
} from '../../contract/groups.ts'
import { listMyInvitations } from '../../contract/invitations.ts'
import type { LiveEvent } from '../../contract/live.ts'
import { listMembersBySlug } from '../../contract/members.ts'
import { listMyWaitingEntries } from '../../contract/spots.ts'
import { listMyTeeTimes } from '../../contract/tee-times.ts'
import { readWeather } from '../../contract/weather.ts'
import { queryClient, refetch } from './query-client.ts'

const MY_GROUPS_ADDRESSES: readonly string[] = [
  listMyGroups.path,
  listGolferGroups.path,
  listMyTeeTimes.path,
  listMyInvitations.path,
  listMyWaitingEntries.path,
]

/** Returns the slug in a query's address if the address is this endpoint's; undefined otherwise. */
export function slugOf({ queryKey }: Query, { path }: Endpoint): string | undefined {
  const pattern = new RegExp(`^${path.replace('{slug}', '([^/]+)')}$`)
  return pattern.exec(String(queryKey[0]))?.[1]
}

/**
 * Marks the group, all data whose address contains its id, and the golfer's rounds and open spots in all
 * groups as stale. Refetches what is on the screen. Leaves out the lists whose addresses contain the slug:
 * the tee times and `listMembersBySlug`.
 */
export function invalidateGroup(groupId: number): Promise<unknown> {
  void invalidateRoundsAndStats(groupId)
  return refetchMatching(({ queryKey }) =>
    String(queryKey[0]).startsWith(`/api/groups/${groupId}/`),
  )
}

/** Like {@link invalidateGroup}, but only for what a claim changes: the stats, rounds and open spots. */
export function invalidateRoundsAndStats(groupId: number): Promise<unknown> {
  return refetchMatching((query) => {
    if (query.queryKey[0] === listMyTeeTimes.path) return true
    if (slugOf(query, readGroup) === undefined) return false
    const group = queryClient.getQueryData<GroupDetail>(query.queryKey)
    // Without data, we don't know the id of the query's group, so it may be this one. For example, the server
    // may have refused the golfer until now.
    return group === undefined || group.id === groupId
  })
}

export function refreshMyGroups(): void {
  const addresses: readonly string[] = [listMyGroups.path, listGolferGroups.path]
  void refetchMatching(({ queryKey: [address] }) => addresses.includes(String(address)))
}

export function refreshGroup({ id, slug }: Pick<GroupDetail, 'id' | 'slug'>): void {
  void invalidateGroup(id)
  // If a course cannot be found, its weather depends on a setting of the group.
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      new RegExp(`^/api/(weather|daylight)\\?.*\\bgroupId=${id}\\b`).test(String(address)),
  })
  refetch(listMembersBySlug, { params: { slug } })
  refreshMyGroups()
}

const REFETCH_WAIT_MS = 300

/** For each group whose refetch is scheduled, the function that will do it. */
const refetchers = new Map<number, typeof invalidateGroup>()

/**
 * Refetches what a live event may have changed. If other events of the group follow at once, refetches only
 * once. With `onlyStats`, the rest of the group's data is current.
 */
export function refetchAfter(
  { type, groupId }: Exclude<LiveEvent, { type: 'refetch' }>,
  onlyStats: boolean,
): void {
  if (type === 'group-changed') {
    void refetchMatching((query) => slugOf(query, listMembersBySlug) !== undefined)
    // A slug that was free when it was checked may be taken now.
    void refetchMatching(isFreeSlug)
    refreshMyGroups()
  }
  if (!refetchers.has(groupId)) {
    refetchers.set(groupId, invalidateRoundsAndStats)
    setTimeout(() => {
      void refetchers.get(groupId)?.(groupId)
      refetchers.delete(groupId)
    }, REFETCH_WAIT_MS)
  }
  if (!onlyStats) refetchers.set(groupId, invalidateGroup)
}

function isFreeSlug(query: Query): boolean {
  const check = queryClient.getQueryData<ResponseOf<typeof checkSlug>>(query.queryKey)
  return slugOf(query, checkSlug) !== undefined && check?.available === true
}

/** How long a forecast counts as current. The server also refetches it from its provider after this time. */
export const FORECAST_FRESH_MS = 3_600_000

/**
 * Refetches everything that the live stream keeps up to date, and old or failed forecasts. Called when the
 * stream may have missed events, such as after the phone was asleep.
 */
export function refetchLiveData(): void {
  void refetchMatching((query) => {
    const address = String(query.queryKey[0])
    const isLive = address.startsWith('/api/groups/') || MY_GROUPS_ADDRESSES.includes(address)
    // A pending forecast counts as stale, too, but it is already loading.
    const isOldForecast =
      address.startsWith(`${readWeather.path}?`) &&
      query.state.status !== 'pending' &&
      query.isStaleByTime(FORECAST_FRESH_MS)
    return (isLive && !address.endsWith('/check')) || isOldForecast
  })
}

/** Calls {@link invalidateQuery} for each query that `isMatch` accepts. */
export function refetchMatching(isMatch: (query: Query) => boolean): Promise<unknown> {
  const queries = queryClient.getQueryCache().findAll({ predicate: isMatch })
  return Promise.all(queries.map(invalidateQuery))
}

/**
 * Marks a query as stale, and refetches it if it is on the screen. First waits for an initial load that is in
 * progress: its response may be older than the event, and an invalidation doesn't restart an initial load.
 */
export async function invalidateQuery(query: Query): Promise<void> {
  const { data, fetchStatus } = query.state
  if (data === undefined && fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
}
