import type { ServerResponse } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 50
const QUIET_SWEEPS = 3

/** Long enough for every request that is on its way when the server stops listening. */
const GRACE_SWEEPS = 5

/** A request still unanswered by then, one that was sent by half for example, is given up. */
const LONGEST_DRAIN_MS = 7_000

/**
 * Lets a stopping server answer everything it was asked, and end as soon as it has. By itself Node
 * cuts the connections that look idle at that moment, with the requests that it has not read yet;
 * and then waits for connections that finish an answer after it looked, for those that a browser
 * opened ahead of need and never used, and for requests that never come to their end.
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
    // The listening socket alone: HTTP's own close would cut the connections.
    Server.prototype.close.call(server)
    // Fastify says so in the answers to requests that come from now on, not to those under way.
    for (const response of unanswered) {
      if (!response.headersSent) response.setHeader('connection', 'close')
    }
    // In steps, since what has arrived is read between two of them, however busy the process is.
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
