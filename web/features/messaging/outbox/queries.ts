import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { listOutbox, listOutboxPhones } from '../../../../contract/messages.ts'
import { ApiError } from '../../../lib/api-client.ts'
import { keyOf } from '../../../lib/query-client.ts'

/** Returns whether a request failed with 404 (no outbox here) or 401 (not signed in). Retrying won't help. */
export function isRefused(error: Error | null, status: 401 | 404): boolean {
  return error instanceof ApiError && error.status === status
}

function usePolled<Answer>(queryKey: [string], milliseconds: number) {
  return useQuery<Answer>({
    queryKey,
    staleTime: 0,
    refetchInterval: ({ state: { error } }) =>
      isRefused(error, 401) || isRefused(error, 404) ? false : milliseconds,
  })
}

export function usePhones() {
  return usePolled<ResponseOf<typeof listOutboxPhones>>(keyOf(listOutboxPhones, {}), 1_500)
}

/** Polls the stored emails, newest first. With `before`, polls only emails with lower ids. */
export function useMails(before: string | null) {
  const query = { channel: 'email', ...(before !== null && { before }) } as const
  return usePolled<ResponseOf<typeof listOutbox>>(keyOf(listOutbox, { query }), 3_000)
}
