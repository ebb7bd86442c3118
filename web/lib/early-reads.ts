// Sends a screen's first requests from the document's head, before the app has loaded. This code is inline
// in every page, so it must stay small and doesn't import the contract. early-reads.test.ts checks that the
// addresses match the contract's.
import { groupScreenOf } from './offline-screens.ts'
import { readStored } from './response-store.ts'

interface EarlyReads {
  readonly session: string
  readonly answers: Map<string, Promise<Response>>
  readonly stored: ReturnType<typeof readStored>
}

declare global {
  var earlyReads: EarlyReads | undefined
}

const TIMEOUT_MS = 20_000

export function firstReads(pathname: string): readonly string[] {
  const me = '/api/auth/me'
  if (pathname === '/') return ['/api/golfers/groups', me]
  if (pathname === '/dashboard')
    return [me, '/api/my-groups', '/api/my-tee-times', '/api/my-invitations']
  const found = groupScreenOf(pathname)
  if (found === undefined) return []
  const group = `/api/groups/slug/${found.slug}`
  const first = [`${group}/check`, me, group]
  if (found.screen === 'group') return [...first, `${group}/tee-times`]
  return found.screen === 'groupMembers' ? [...first, `${group}/members-with-roles`] : first
}

/** Sends GET requests with the API client's headers, and reads what is stored for their addresses. */
export function startEarlyReads(session: string, addresses: readonly string[]): void {
  const answers = new Map<string, Promise<Response>>()
  for (const address of addresses) {
    const answer = fetch(address, {
      headers: { Authorization: `Bearer ${session}` },
      credentials: 'include',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // If the request fails, the API client sends it again.
    answer.catch(() => answers.delete(address))
    answers.set(address, answer)
  }
  globalThis.earlyReads = { session, answers, stored: readStored(addresses) }
}

/** Returns the response to an early request of this session. Removes it, because it may be used only once. */
export function takeEarlyRead(
  address: string,
  session: string | null,
): Promise<Response> | undefined {
  const reads = globalThis.earlyReads
  if (reads === undefined || reads.session !== session) return undefined
  const answer = reads.answers.get(address)
  reads.answers.delete(address)
  return answer
}

/** Returns the responses that this phone had stored for the addresses of this session's early requests. */
export function takeEarlyStored(session: string | null): EarlyReads['stored'] | undefined {
  const reads = globalThis.earlyReads
  return reads?.session === session ? reads?.stored : undefined
}

/** Drops the responses that no screen has used, because they would be outdated later. */
export function dropEarlyReads(): void {
  globalThis.earlyReads = undefined
}
