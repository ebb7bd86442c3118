import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LruMap } from 'toad-cache'
import type { RateLimits } from './rate-limits.ts'
import { bearerOf, golferIdOf } from './register-route.ts'

/** How many recently served sessions to remember. They take about 1 MB. */
const MAX_SESSIONS = 10_000
const SESSION_TTL_MS = 30 * 60_000

/** Matches the URLs of API calls. Files and screens are not counted, because serving them is cheap. */
const COUNTED_URL = /^\/(?:api|calendar|metrics)(?:[/?]|$)/

/**
 * Counts calls that are refused before any other budget counts them, such as calls with bad input. When a
 * network is blocked, golfers whose sessions this node has served recently are still served, so that nobody
 * in a clubhouse can lock the others out.
 */
export function countFailures(app: FastifyInstance, limits: RateLimits): void {
  const golferIdBySessionHash = new LruMap<number>(MAX_SESSIONS, SESSION_TTL_MS)

  app.addHook('onRequest', async (request) => {
    if (!COUNTED_URL.test(request.url)) return
    await limits.check('failed', request, golferIdBySessionHash.get(hashOfSession(request)))
  })

  app.addHook('onResponse', async (request, { statusCode }) => {
    if (!COUNTED_URL.test(request.url)) return
    const sessionHash = hashOfSession(request)
    const golferId = golferIdOf(request.identity)
    if (statusCode < 400 && sessionHash !== '' && golferId !== undefined)
      golferIdBySessionHash.set(sessionHash, golferId)
    if (statusCode === 401) golferIdBySessionHash.delete(sessionHash)
    const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== 429
    if (!isRefused || limits.hasCounted(request)) return
    // The response to this call has been sent, so an exceeded budget only affects later calls.
    await limits.spend('failed', request, golferId).catch(() => undefined)
  })
}

/** Returns a hash, so that session ids are not kept in memory. Returns '' for a request without a session. */
function hashOfSession(request: FastifyRequest): string {
  const bearer = bearerOf(request)
  return bearer === undefined ? '' : hash('sha256', bearer, 'base64url')
}
