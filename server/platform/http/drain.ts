import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 50
const QUIET_SWEEPS = 3

/**
 * Lets a stopping server end as soon as it has answered what it was asked. By itself it would wait
 * for connections that finish an answer after it looked, and for those a browser opened ahead of
 * need and never used, until their timeouts of a minute and more.
 */
export function drainOnClose(app: FastifyInstance): void {
  const server: Server = app.server
  let unanswered = 0
  server.on('request', (_request, response) => {
    unanswered += 1
    response.once('close', () => {
      unanswered -= 1
    })
  })
  app.addHook('preClose', async () => {
    let quiet = 0
    const sweep = setInterval(() => {
      quiet = unanswered === 0 ? quiet + 1 : 0
      if (quiet >= QUIET_SWEEPS) server.closeAllConnections()
      else server.closeIdleConnections()
    }, SWEEP_MS)
    server.once('close', () => clearInterval(sweep))
  })
}
