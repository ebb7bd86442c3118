import { QueryClient, type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import type { AnswerOf, Endpoint } from '../../contract/endpoint.ts'
import type { GroupDetail } from '../../contract/groups.ts'
import { ApiError, addressOf, type CallInput, get } from './api-client.ts'
import { onSessionChange, sessionId } from './session.ts'

/** Reads the address that is the first element of a query's key. */
export function readAddress({ on401 }: { on401: 'throw' | 'returnNull' }) {
  return async ({ queryKey, signal }: QueryFunctionContext): Promise<unknown> => {
    try {
      return await get<unknown>(String(queryKey[0]), signal)
    } catch (error) {
      if (on401 === 'returnNull' && error instanceof ApiError && error.status === 401) return null
      throw error
    }
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: readAddress({ on401: 'throw' }),
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
 * Marks a group's own data stale, by its id and by its slug (its figures), and reads again what is
 * on screen. Its tee times and members have addresses of their own.
 */
export function invalidateGroup(groupId: number): Promise<void> {
  const root = `/api/groups/${groupId}`
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [address], state: { data } }) => {
      if (typeof address !== 'string') return false
      if (address === root || address.startsWith(`${root}/`)) return true
      return GROUP_BY_SLUG.test(address) && (data as GroupDetail | undefined)?.id === groupId
    },
  })
}

/** Reads again, once, what the live stream keeps fresh and may have missed. */
export function refetchLiveData(): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' &&
      (address.startsWith('/api/groups/') || address === '/api/my-groups') &&
      !address.endsWith('/check'),
  })
}
