import {
  QueryClient,
  type QueryFunctionContext,
  type Updater,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import type { Endpoint, ResponseOf } from '../../contract/endpoint.ts'
import { readCurrentUser, type User } from '../../contract/sessions.ts'
import {
  ApiError,
  addressOf,
  type CallInput,
  get,
  NoResponseError,
  readJson,
  send,
} from './api-client.ts'
import {
  clearOfflineStatus,
  isFromStorage,
  markAsFromStorage,
  markFresh,
  markOutdated,
  staleAddresses,
} from './offline-status.ts'
import {
  clearStoredResponses,
  hasStoredResponses,
  isUsable,
  readStoredResponses,
} from './response-store.ts'
import { onSessionChange, sessionId } from './session.ts'

function readAddress({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  const address = String(queryKey[0])
  return readOrCached(address, () => get<unknown>(address, signal))
}

/**
 * Returns the result of `read` or, without a connection, the response that this phone last stored for the
 * address. If a response on the screen could not be refetched, records how old that response is.
 * @throws the error of `read` if nothing is stored, or if this page has already loaded a response
 */
export async function readOrCached<T>(address: string, read: () => Promise<T>): Promise<T> {
  try {
    const response = await read()
    markFresh(address)
    return response
  } catch (error) {
    // A final refusal means that the content is gone or forbidden, so its age doesn't matter.
    if (error instanceof ApiError && !isTemporary(error)) markFresh(address)
    const { data, dataUpdatedAt = 0 } = queryClient.getQueryState([address]) ?? {}
    const hasLoaded = data !== undefined && !isFromStorage(address)
    if (hasLoaded && isTemporary(error)) markOutdated(address, dataUpdatedAt)
    // A response that this page has loaded is newer than the stored one, so keep it.
    if (hasLoaded || !(error instanceof NoResponseError)) throw error
    const [stored] = (await readStoredResponses([address])) ?? []
    if (!isUsable(stored, sessionId())) throw error
    markAsFromStorage(address, stored.at)
    return stored.answer as T
  }
}

const isTemporary = (error: unknown) =>
  error instanceof NoResponseError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429))

/** Refetches all responses that may be outdated, and everything on the screen that could not be loaded. */
export function refetchOutdated(): void {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.data === undefined && isTemporary(state.error),
  })
  for (const address of staleAddresses()) {
    const queryKey = [address]
    // If the query cache has dropped the response, no screen shows it.
    if (queryClient.getQueryState(queryKey) === undefined) markFresh(address)
    void queryClient.invalidateQueries({ queryKey, refetchType: 'all' })
  }
}

function deleteStoredResponses(): void {
  clearOfflineStatus()
  if (hasStoredResponses()) clearStoredResponses().catch(() => undefined)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: readAddress,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: false,
      // Fail immediately while offline.
      networkMode: 'always',
    },
    // Fail immediately, too: a claim that is sent hours later would surprise the golfer.
    mutations: { retry: false, networkMode: 'always' },
  },
})

const isInBrowser = typeof localStorage !== 'undefined'
let session = isInBrowser ? sessionId() : null
// Delete the responses of a session that ended without a cleanup.
if (isInBrowser && session === null) deleteStoredResponses()
onSessionChange(() => {
  const current = sessionId()
  if (current === session) return
  if (session !== null) endNotifications().catch(() => undefined)
  session = current
  queryClient.clear()
  deleteStoredResponses()
})

type GetEndpoint = Endpoint & { readonly method: 'GET' }

export function queryKeyOf<const E extends GetEndpoint>(
  endpoint: E,
  input: CallInput<E>,
): [string] {
  return [addressOf(endpoint, input)]
}

export function useEndpoint<const E extends GetEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: Omit<UseQueryOptions<ResponseOf<E>>, 'queryKey' | 'queryFn'> = {},
) {
  return useQuery<ResponseOf<E>>({ queryKey: queryKeyOf(endpoint, input), ...options })
}

/** Puts a response into the cache. @param response the response, or a function that changes the cached one */
export function putResponse<const E extends GetEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  response: Updater<ResponseOf<E> | undefined, NoInfer<ResponseOf<E>> | undefined>,
): void {
  queryClient.setQueryData<ResponseOf<E>>(queryKeyOf(endpoint, input), response)
}

/** Marks a response as stale, and refetches it if it is on the screen. */
export function refetch<const E extends GetEndpoint>(endpoint: E, input: CallInput<E>): void {
  void queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoint, input) })
}

/** Ends the notifications for this session's golfer on this phone, even if the server can't be reached. */
export async function endNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/')
  if (registration === undefined) return
  const shownNotifications = await registration.getNotifications?.()
  for (const notification of shownNotifications ?? []) notification.close()
  // Some browsers support service workers but not push.
  const pushManager: PushManager | undefined = registration.pushManager
  await (await pushManager?.getSubscription())?.unsubscribe()
}

const CURRENT_USER_FRESH_MS = 5 * 60 * 1000

async function fetchCurrentUser(signal: AbortSignal): Promise<User | null> {
  if (sessionId() === null) return null
  const response = await send(readCurrentUser.path, { method: readCurrentUser.method, signal })
  if (response.status === 401) return null
  // The specification wants the error's message to contain the status text instead of the body.
  if (!response.ok) throw new ApiError(response.status, response.statusText)
  return readJson(response, readCurrentUser.method)
}

queryClient.setQueryDefaults(queryKeyOf(readCurrentUser, {}), {
  queryFn: ({ signal }) => readOrCached(readCurrentUser.path, () => fetchCurrentUser(signal)),
  staleTime: CURRENT_USER_FRESH_MS,
})

/** `data` is null when signed out. With `enabled: false`, sends no request. */
export function useCurrentUser(options?: { readonly enabled: boolean }) {
  return useQuery<User | null>({ queryKey: queryKeyOf(readCurrentUser, {}), ...options })
}

/** Loads a response into the cache before its screen is rendered. Ignores errors: the screen handles them. */
export function readAhead(address: string): Promise<void> {
  return queryClient.prefetchQuery({ queryKey: [address] })
}

export function refetchCurrentUser(): void {
  refetch(readCurrentUser, {})
}
