import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LruMap } from 'toad-cache'
import type { RateLimits } from './rate-limits.ts'
import { bearerOf, golferIdOf } from './register-route.ts'

/** How many sessions that this node served recently are remembered: about 1 MB. */
const SESSIONS_KEPT = 10_000
const SESSION_KEPT_MS = 30 * 60_000

/** The paths that programs call. Files and screens are cheap and are not counted. */
const CALL = /^\/(?:api|calendar|metrics)(?:[/?]|$)/

/**
 * Counts calls that are refused before a budget counts them: bad input, dead sessions, other groups' ids,
 * unknown paths. Once too many have failed, calls get 429 with `Retry-After` immediately.
 *
 * Failures count against the golfer or, without a session, the network. A session that this node has served
 * is not blocked because of its network, so that nobody in a clubhouse can lock the others out.
 */
export function countFailures(app: FastifyInstance, limits: RateLimits): void {
  const golfers = new LruMap<number>(SESSIONS_KEPT, SESSION_KEPT_MS)

  app.addHook('onRequest', async (request) => {
    if (!CALL.test(request.url)) return
    const session = sessionOf(request)
    const golferId = session === undefined ? undefined : golfers.get(session)
    await limits.check('failed', request, { golferId })
  })

  app.addHook('onResponse', async (request, { statusCode }) => {
    if (!CALL.test(request.url)) return
    const session = sessionOf(request)
    const golferId = golferIdOf(request.identity)
    if (statusCode < 400 && session !== undefined && golferId !== undefined) {
      golfers.set(session, golferId)
    }
    if (statusCode === 401 && session !== undefined) golfers.delete(session)
    const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== 429
    if (!isRefused || limits.hasCounted(request)) return
    // This call has already been answered, so an exceeded budget only refuses the next one.
    await limits.spend('failed', request, { golferId }).catch(() => undefined)
  })
}

/** Returns a session's fingerprint, so that its id is not kept. */
function sessionOf(request: FastifyRequest): string | undefined {
  const bearer = bearerOf(request)
  return bearer && hash('sha256', bearer, 'base64url')
}
