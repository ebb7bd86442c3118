import type { Query } from '@tanstack/react-query'
import { delMany, entries, setMany } from 'idb-keyval'
import { ApiError } from './api-client.ts'
import { findEarlyStoredResponses } from './early-reads.ts'
import { isFromStorage, markAsFromStorage } from './offline-status.ts'
import { queryClient } from './query-client.ts'
import {
  areShowable,
  HAS_STORED_KEY,
  isUsable,
  readStoredResponses,
  responseStore,
  type StoredResponse,
} from './response-store.ts'
import { sessionId } from './session.ts'

/** The responses a phone stores: see docs/decisions/2026-11-21-what-a-phone-stores-to-show-offline.md. */
const STORED_ADDRESSES = [
  /^\/api\/auth\/me$/,
  /^\/api\/my-groups$/,
  /^\/api\/golfers\/groups$/,
  /^\/api\/my-tee-times$/,
  /^\/api\/my-invitations$/,
  /^\/api\/my-rounds(\/summary)?(\?|$)/,
  /^\/api\/groups\/slug\/[^/]+(\/(check|tee-times|members-with-roles))?$/,
  /^\/api\/groups\/slug\/[^/]+\/season(\?|$)/,
  /^\/api\/(weather|daylight)\?/,
]
const WRITE_AFTER_MS = 400

/**
 * Puts the stored responses of these addresses into the cache and returns true. The server's responses will
 * replace them. If any response is missing or too old, caches none and returns false.
 */
export async function showStoredResponses(addresses: readonly string[]): Promise<boolean> {
  const found = await (findEarlyStoredResponses(sessionId()) ?? readStoredResponses(addresses))
  if (!areShowable(found, sessionId())) return false
  for (const [index, stored] of found.entries()) {
    const address = addresses[index] ?? ''
    const { data, status } = queryClient.getQueryState([address]) ?? {}
    // The server may have responded already, with data or an error.
    if (data !== undefined || status === 'error') continue
    markAsFromStorage(address, stored.at)
    queryClient.setQueryData([address], stored.answer, { updatedAt: stored.at })
  }
  return true
}

/** Copies the query cache's current and future responses to IndexedDB. Returns a function that stops this. */
export function storeResponses(session: string): () => void {
  const changedAddresses = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const addresses = [...changedAddresses]
    changedAddresses.clear()
    void writeResponses(session, addresses)
  }
  const recordChange = (query: Query) => {
    const address = String(query.queryKey[0])
    if (query.state.data === undefined || isFromStorage(address)) return
    if (!STORED_ADDRESSES.some((pattern) => pattern.test(address))) return
    changedAddresses.add(address)
    timer ??= setTimeout(write, WRITE_AFTER_MS)
  }

  void dropUnusable(session)
  for (const query of queryClient.getQueryCache().getAll()) recordChange(query)
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'success') recordChange(event.query)
    if (event.action.type !== 'error') return
    const { error } = event.action
    if (error instanceof ApiError && [403, 404].includes(error.status)) {
      void delMany([String(event.query.queryKey[0])], responseStore()).catch(() => undefined)
    }
  })
  // Write when the page is hidden, because the phone may never run this page again.
  const onHide = () => {
    if (document.visibilityState === 'hidden' && changedAddresses.size > 0) write()
  }
  document.addEventListener('visibilitychange', onHide)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', onHide)
  }
}

async function writeResponses(session: string, addresses: readonly string[]): Promise<void> {
  // The golfer may have signed out in the meantime. The next golfer must not find these responses.
  if (sessionId() !== session) return
  const found = addresses.flatMap((address): [string, StoredResponse][] => {
    const state = queryClient.getQueryState([address])
    if (state?.data === undefined || state.data === null || isFromStorage(address)) return []
    return [[address, { session, at: state.dataUpdatedAt, answer: state.data }]]
  })
  if (found.length === 0) return
  localStorage.setItem(HAS_STORED_KEY, '1')
  // A full phone or a private window may refuse to store anything. Then nothing is shown offline.
  await setMany(found, responseStore()).catch(() => undefined)
}

async function dropUnusable(session: string): Promise<void> {
  const all = await entries<string, StoredResponse>(responseStore()).catch(() => [])
  const unusable = all
    .filter(([, stored]) => !isUsable(stored, session))
    .map(([address]) => address)
  if (unusable.length > 0) await delMany(unusable, responseStore()).catch(() => undefined)
}
