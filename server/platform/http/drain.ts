import type { ServerResponse } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 50
const QUIET_SWEEPS = 3

/** Long enough for every request that is in flight when the server stops listening. */
const GRACE_SWEEPS = 5

/** How long to wait before giving up on open requests, such as half-sent ones. Milliseconds. */
const LONGEST_DRAIN_MS = 7_000

/**
 * Makes a stopping server answer all its requests and close right afterwards. By default, Node closes
 * connections that look idle when it stops, even those with requests it has not read yet. Node
 * then waits for all other connections to end, even those that become idle after a response, that a browser opened
 * in advance and never used, or whose request never arrives completely.
 */
export function drainOnClose(app: FastifyInstance): void {
  const { server } = app
  const unanswered = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
  })
  app.addHook('preClose', async () => {
    const deadline = Date.now() + LONGEST_DRAIN_MS
    // Closes only the listening socket. The HTTP server's own close would cut connections.
    Server.prototype.close.call(server)
    // Fastify sets this header for new requests, but not for those already in progress.
    for (const response of unanswered) {
      if (!response.headersSent) response.setHeader('connection', 'close')
    }
    // Waits in steps: data that has arrived is read between two steps, however busy the process is.
    for (let sweep = 0; sweep < GRACE_SWEEPS; sweep += 1) {
      if (!(await hasConnections(server))) break
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

function hasConnections(server: Server): Promise<boolean> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error === null && count > 0))
  })
}
