import type { ServerResponse } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 50
const QUIET_SWEEPS = 3

/** All requests that are in flight when the server stops listening arrive within this many sweeps. */
const GRACE_SWEEPS = 5

/** How long to wait before giving up on open requests, such as half-sent ones, in milliseconds. */
const LONGEST_DRAIN_MS = 7_000

/**
 * Makes a stopping server respond to all its requests and then close immediately. By default, Node would
 * close connections that look idle, even if they contain requests that it has not read yet. Then it would
 * wait for all other connections to end, even if they become idle, were never used, or contain an incomplete
 * request.
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
    // Wait in several steps. However busy the process is, it reads arrived data between two steps.
    for (let sweep = 0; sweep < GRACE_SWEEPS && (await countConnections()) > 0; sweep += 1) {
      await sleep(SWEEP_MS)
    }
    let quiet = 0
    const sweeping = setInterval(() => {
      quiet = unanswered.size === 0 ? quiet + 1 : 0
      if (quiet >= QUIET_SWEEPS || Date.now() > deadline) server.closeAllConnections()
      else server.closeIdleConnections()
    }, SWEEP_MS)
    server.once('close', () => clearInterval(sweeping))
  })
}
