// Sends a screen's first requests from the document's head, before the app is there. It is inline in every
// page, so it imports no contract: early-reads.test.ts compares the addresses with the contract's.
import { groupScreenOf } from './offline-screens.ts'

interface EarlyReads {
  readonly session: string
  readonly answers: Map<string, Promise<Response>>
}

declare global {
  var earlyReads: EarlyReads | undefined
}

const TIMEOUT_MS = 20_000

/** Returns the addresses that a screen reads first, for a signed-in golfer. */
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

/** Sends reads with the headers of the API client, which then takes the answers. */
export function startEarlyReads(session: string, addresses: readonly string[]): void {
  const answers = new Map<string, Promise<Response>>()
  for (const address of addresses) {
    const answer = fetch(address, {
      headers: { Authorization: `Bearer ${session}` },
      credentials: 'include',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // Without an answer, the API client asks again.
    answer.catch(() => answers.delete(address))
    answers.set(address, answer)
  }
  globalThis.earlyReads = { session, answers }
}

/** Returns the answer to an early read of this session, once. */
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

/** Drops the answers that no screen has used: they would be outdated later. */
export function dropEarlyReads(): void {
  globalThis.earlyReads = undefined
}
