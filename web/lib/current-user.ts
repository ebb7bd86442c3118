import { useQuery } from '@tanstack/react-query'
import { me, type User } from '../../contract/sessions.ts'
import { send } from './api-client.ts'
import { keyOf, orCached, queryClient } from './query-client.ts'
import { sessionId } from './session.ts'

const KEY = keyOf(me, {})
const FRESH_FOR_MS = 5 * 60 * 1000

async function readCurrentUser(signal: AbortSignal): Promise<User | null> {
  if (sessionId() === null) return null
  const response = await send(me.path, { method: me.method, signal })
  if (response.status === 401) return null
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`)
  return (await response.json()) as User
}

/** Reads the signed-in golfer; null when signed out. */
export function useCurrentUser() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => orCached(me.path, () => readCurrentUser(signal)),
    staleTime: FRESH_FOR_MS,
    retry: false,
  })
}

export function refetchCurrentUser(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: KEY })
}
