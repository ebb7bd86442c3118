import type { FastifyInstance } from 'fastify'
import { type Database, ping } from '../database/database.ts'

/** `/healthz`: the process serves. `/readyz`: what it needs does too. */
export function healthRoutes(
  app: FastifyInstance,
  { db }: { db: Database },
  checkReady: () => Promise<void> = async () => {},
): void {
  const open = { config: { access: 'anyone' }, schema: { hide: true } }
  app.get('/healthz', open, async () => ({ status: 'ok' }))
  app.get('/readyz', open, async (request, reply) => {
    try {
      await ping(db)
      await checkReady()
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'Not ready')
      return reply.code(503).send({ status: 'not ready' })
    }
  })
}
