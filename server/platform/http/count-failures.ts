import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LruMap } from 'toad-cache'
import type { RateLimits } from './rate-limits.ts'
import { bearerOf, golferIdOf } from './register-route.ts'

/** The maximum number of recently served sessions to remember. They take about 1 MB. */
const SESSIONS_KEPT = 10_000
const SESSION_KEPT_MS = 30 * 60_000

/** The paths of API calls. Files and screens are not counted, because serving them is cheap. */
const CALL = /^\/(?:api|calendar|metrics)(?:[/?]|$)/

/**
 * Counts calls that are refused before any other budget counts them, for example because of bad input, an
 * ended session, the id of another group or an unknown path. After too many of them, calls get 429 with
 * `Retry-After` immediately.
 *
 * A refused call counts against the golfer or, without a session, against the network. When a network is
 * blocked, sessions in it that this node has served recently still work, so that nobody in a clubhouse can
 * lock the others out.
 */
export function countFailures(app: FastifyInstance, limits: RateLimits): void {
  const golfers = new LruMap<number>(SESSIONS_KEPT, SESSION_KEPT_MS)
  app.decorateRequest('session', undefined)

  app.addHook('onRequest', async (request) => {
    if (!CALL.test(request.url)) return
    const session = sessionOf(request)
    request.session = session
    const golferId = session === undefined ? undefined : golfers.get(session)
    await limits.check('failed', request, { golferId })
  })

  app.addHook('onResponse', async (request, { statusCode }) => {
    if (!CALL.test(request.url)) return
    const { session } = request
    const golferId = golferIdOf(request.identity)
    if (statusCode < 400 && session !== undefined && golferId !== undefined) {
      golfers.set(session, golferId)
    }
    if (statusCode === 401 && session !== undefined) golfers.delete(session)
    const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== 429
    if (!isRefused || limits.hasCounted(request)) return
    // The response to this call has been sent, so an exceeded budget only affects later calls.
    await limits.spend('failed', request, { golferId }).catch(() => undefined)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** A hash of the session id in the request, valid or not. */
    session: string | undefined
  }
}

/** Returns a hash of the request's session id, so that the id itself is not kept in memory. */
function sessionOf(request: FastifyRequest): string | undefined {
  const bearer = bearerOf(request)
  return bearer && hash('sha256', bearer, 'base64url')
}
