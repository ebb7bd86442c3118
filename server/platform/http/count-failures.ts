import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LruMap } from 'toad-cache'
import type { RateLimits } from './rate-limits.ts'
import { actorOf, bearerOf } from './serve.ts'

/** Sessions of this node that have lately been answered; about 1 MB. */
const SESSIONS_KEPT = 10_000
const SESSION_KEPT_MS = 30 * 60_000

/** What programs call. Files and screens cost nothing and are not counted. */
const CALL = /^\/(?:api|calendar|metrics)(?:[/?]|$)/

/**
 * Counts calls that are refused before a budget counted them: bad input, dead sessions, other
 * groups' ids, unknown paths. Afterwards they are refused at once, with 429 and `Retry-After`.
 *
 * They count against the golfer, or without a session against the network. A session that this node
 * has answered before is not held up by its network, so that nobody in a clubhouse can lock the
 * others out.
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
    const golferId = actorOf(request.identity)?.golferId
    if (statusCode < 400 && session !== undefined && golferId !== undefined) {
      golfers.set(session, golferId)
    }
    if (statusCode === 401 && session !== undefined) golfers.delete(session)
    const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== 429
    if (!isRefused || limits.hasCounted(request)) return
    // Counting the call that uses up the budget has nobody to tell.
    await limits.spend('failed', request, { golferId }).catch(() => undefined)
  })
}

/** A session's fingerprint: its id itself is not kept. */
function sessionOf(request: FastifyRequest): string | undefined {
  const bearer = bearerOf(request)
  return bearer && hash('sha256', bearer, 'base64url')
}
