// Where offline-responses.ts stores responses. This code is also inline in every page, so it must stay small.
import { clear, createStore, getMany, type UseStore } from 'idb-keyval'

export const HAS_STORED_KEY = 'keptAnswers'

export interface StoredResponse {
  /** The session that received the response. No other session shows the response. */
  readonly session: string
  readonly at: number
  readonly answer: unknown
}

/** @throws DOMException if the browser forbids storage */
export function hasStoredResponses(): boolean {
  return localStorage.getItem(HAS_STORED_KEY) !== null
}

let store: UseStore | undefined
export function responseStore(): UseStore {
  store ??= createStore('fourball', 'answers')
  return store
}

/** Returns the responses that any session stored for these addresses; undefined if this phone stores none. */
export async function readStoredResponses(
  addresses: readonly string[],
): Promise<readonly (StoredResponse | undefined)[] | undefined> {
  try {
    if (!hasStoredResponses()) return undefined
    return await getMany<StoredResponse | undefined>([...addresses], responseStore())
  } catch {
    return undefined
  }
}

/** @throws DOMException if the browser forbids storage */
export async function clearStoredResponses(): Promise<void> {
  localStorage.removeItem(HAS_STORED_KEY)
  await clear(responseStore())
}

const MAX_AGE_MS = 30 * 24 * 3_600_000
/** The maximum age of a stored response that the app shows until the server responds. */
const MAX_PREVIEW_AGE_MS = 24 * 3_600_000

export function isUsable(
  stored: StoredResponse | undefined,
  session: string | null,
  maxAge = MAX_AGE_MS,
): stored is StoredResponse {
  return stored?.session === session && Date.now() - stored.at < maxAge
}

/** Returns whether all responses are stored, are this session's, and are recent enough for a preview. */
export function areShowable(
  found: Awaited<ReturnType<typeof readStoredResponses>>,
  session: string | null,
): found is readonly StoredResponse[] {
  return found?.every((stored) => isUsable(stored, session, MAX_PREVIEW_AGE_MS)) ?? false
}
