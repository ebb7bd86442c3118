import { type Query, QueryClient, type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import type { AnswerOf, Endpoint } from '../../contract/endpoint.ts'
import { type GroupDetail, golferGroups, myGroups } from '../../contract/groups.ts'
import { myTeeTimes } from '../../contract/tee-times.ts'
import { addressOf, type CallInput, get } from './api-client.ts'
import { onSessionChange, sessionId } from './session.ts'

/** Reads the address that is the first element of a query's key. */
function readAddress({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  return get<unknown>(String(queryKey[0]), signal)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: readAddress,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
      // Fail at once while offline: a claim that waited and fired on the way home would surprise.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

let session = typeof localStorage === 'undefined' ? null : sessionId()
onSessionChange(() => {
  const now = sessionId()
  if (now === session) return
  session = now
  queryClient.clear()
})

const ACROSS_GROUPS: readonly string[] = [myGroups.path, golferGroups.path, myTeeTimes.path]
const GROUP_BY_SLUG = /^\/api\/groups\/slug\/[^/]+$/

type Reading = Endpoint & { readonly method: 'GET' }

/** The cache key of a call: its address. */
export function keyOf<const E extends Reading>(endpoint: E, input: CallInput<E>): [string] {
  return [addressOf(endpoint, input)]
}

/** Reads a call of the contract through the cache. */
export function useAnswer<const E extends Reading>(
  endpoint: E,
  input: CallInput<E>,
  { enabled = true }: { enabled?: boolean } = {},
) {
  return useQuery<AnswerOf<E>>({ queryKey: keyOf(endpoint, input), enabled })
}

/**
 * Marks a group's own data stale, by its id and by its slug (its figures), with what is shown across
 * groups, and reads again what is on screen. Its tee times and members have addresses of their own.
 */
export function invalidateGroup(groupId: number): Promise<void> {
  const across = queryClient.getQueryCache().find({ queryKey: keyOf(myTeeTimes, {}) })
  if (across) void readAnew(across)
  const root = `/api/groups/${groupId}`
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [address], state: { data } }) => {
      if (typeof address !== 'string') return false
      if (address === root || address.startsWith(`${root}/`)) return true
      // Without data it may be this group, refused until now.
      const { id } = (data as GroupDetail | undefined) ?? { id: groupId }
      return GROUP_BY_SLUG.test(address) && id === groupId
    },
  })
}

/** Reads again, once, what the live stream keeps fresh and may have missed. */
export function refetchLiveData(): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    const address = String(query.queryKey[0])
    const isLive = address.startsWith('/api/groups/') || ACROSS_GROUPS.includes(address)
    if (isLive && !address.endsWith('/check')) void readAnew(query)
  }
}

/**
 * Marks a query stale, and reads it again where it is on screen. A first read that is under way may
 * be older than the news and is not restarted by an invalidation, so it is let through first.
 */
export async function readAnew(query: Query): Promise<void> {
  const { data, fetchStatus } = query.state
  if (data === undefined && fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
}
