import type { ServerResponse } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'

/** The interval between two sweeps. In each sweep, a stopping server closes its idle connections. */
const SWEEP_MS = 50
/** After this many sweeps in a row without an unanswered request, all connections are closed. */
const QUIET_SWEEPS = 3
/** How long to wait, in sweeps, for requests that were on their way when the server stopped listening. */
const GRACE_SWEEPS = 5
/** How long to wait before giving up on open requests, such as half-sent ones. */
const LONGEST_DRAIN_MS = 4_800

/** A server counts as unused after this time without a request other than a health check. */
const UNUSED_MS = 500
/** Long enough for two failed health checks, one second apart. */
const LONGEST_WAIT_MS = 3_000
const HEALTH_CHECKS = ['/healthz', '/readyz', '/metrics']

/**
 * Waits until load balancers send no more requests. When a server stops listening, the system closes the
 * connections that the server has not yet accepted, so requests on them would fail.
 */
export async function waitUntilUnused({ server }: FastifyInstance): Promise<void> {
  const startedAt = performance.now()
  let usedAt = startedAt
  server.on('request', ({ url = '' }) => {
    if (!HEALTH_CHECKS.includes(url)) usedAt = performance.now()
  })
  for (;;) {
    const now = performance.now()
    const remainingMs = Math.min(usedAt + UNUSED_MS, startedAt + LONGEST_WAIT_MS) - now
    if (remainingMs <= 0) return
    await sleep(remainingMs)
  }
}

/**
 * Makes a stopping server answer all requests before it closes their connections. Node would close
 * connections that look idle, even with unread requests, and then wait for all others, even unused ones.
 */
export function drainOnClose(app: FastifyInstance): void {
  const { server } = app
  const countConnections = promisify(server.getConnections.bind(server))
  const unanswered = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
  })
  app.addHook('preClose', async () => {
    const deadline = Date.now() + LONGEST_DRAIN_MS
    // Close only the listening socket. The HTTP server's own close would also close connections.
    Server.prototype.close.call(server)
    // Fastify sets this header for new requests, but not for those already in progress.
    for (const response of unanswered) {
      if (!response.headersSent) response.setHeader('connection', 'close')
    }
    // Wait in several steps: between steps, even a busy process reads the data that has arrived.
    for (let sweep = 0; sweep < GRACE_SWEEPS && (await countConnections()) > 0; sweep += 1) {
      await sleep(SWEEP_MS)
    }
    let quietSweeps = 0
    const sweepTimer = setInterval(() => {
      quietSweeps = unanswered.size === 0 ? quietSweeps + 1 : 0
      if (quietSweeps >= QUIET_SWEEPS || Date.now() > deadline) server.closeAllConnections()
      else server.closeIdleConnections()
    }, SWEEP_MS)
    server.once('close', () => clearInterval(sweepTimer))
  })
}
