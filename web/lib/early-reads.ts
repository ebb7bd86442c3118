// Sends a screen's first requests from the document's head, before the app has loaded. This code is inline
// in every page, so it must stay small and doesn't import the contract. early-reads.test.ts checks that the
// addresses match the contract's.
import { groupScreenOf } from './offline-screens.ts'
import { areShowable, readStoredResponses } from './response-store.ts'

interface EarlyReads {
  readonly session: string
  readonly answers: Map<string, Promise<Response>>
  readonly stored: ReturnType<typeof readStoredResponses>
  readonly release: () => void
}

declare global {
  var earlyReads: EarlyReads | undefined
}

const TIMEOUT_MS = 20_000

export function firstReads(pathname: string): readonly string[] {
  const userPath = '/api/auth/me'
  if (pathname === '/') return ['/api/golfers/groups', userPath]
  if (pathname === '/dashboard')
    return [userPath, '/api/my-groups', '/api/my-tee-times', '/api/my-invitations']
  const groupScreen = groupScreenOf(pathname)
  if (groupScreen === undefined) return []
  const groupPath = `/api/groups/slug/${groupScreen.slug}`
  const first = [`${groupPath}/check`, userPath, groupPath]
  if (groupScreen.screen === 'group') return [...first, `${groupPath}/tee-times`]
  return groupScreen.screen === 'groupMembers'
    ? [...first, `${groupPath}/members-with-roles`]
    : first
}

/**
 * For these addresses, reads the stored responses, and sends GET requests with the API client's headers. The
 * API client and the first screen use the responses later.
 * @param showsStored whether the screen first shows stored responses. If all of them can be shown, the
 * requests wait until {@link releaseEarlyReads}, because sending them would delay the first render.
 * @returns whether all addresses have stored responses that can be shown
 */
export function startEarlyReads(
  session: string,
  addresses: readonly string[],
  showsStored: boolean,
): Promise<boolean> {
  const answers = new Map<string, Promise<Response>>()
  const stored = readStoredResponses(addresses)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const canShow = stored.then((found) => areShowable(found, session))
  const readyToSend = canShow.then((can) => (can ? released : undefined))
  for (const address of addresses) {
    const send = () =>
      fetch(address, {
        headers: { Authorization: `Bearer ${session}` },
        credentials: 'include',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    const answer = showsStored ? readyToSend.then(send) : send()
    // If the request fails, the API client sends it again.
    answer.catch(() => answers.delete(address))
    answers.set(address, answer)
  }
  globalThis.earlyReads = { session, answers, stored, release }
  return canShow
}

/** After the next paint, sends the requests that were waiting for the first render. */
export function releaseEarlyReads(): void {
  const release = globalThis.earlyReads?.release
  if (release === undefined) return
  // A hidden page is never painted, so don't wait for a paint.
  if (document.visibilityState === 'hidden') release()
  else requestAnimationFrame(() => setTimeout(release))
}

/** Returns and removes the response to an early request of this session. A response can be read only once. */
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
export function findEarlyStoredResponses(session: string | null): EarlyReads['stored'] | undefined {
  const reads = globalThis.earlyReads
  return reads?.session === session ? reads?.stored : undefined
}

/** Drops the responses that no screen has used, because they would be outdated later. */
export function dropEarlyReads(): void {
  globalThis.earlyReads = undefined
}
