import { QueryClient, type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import type { AnswerOf, Endpoint } from '../../contract/endpoint.ts'
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
