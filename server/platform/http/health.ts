import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Database, ping } from '../database/database.ts'

/** How long `/readyz` waits for the database before it reports a failure. Milliseconds. */
const READY_MS = 4_000

/** Serves `/healthz` (the process responds) and `/readyz` (what it depends on does too). */
export function healthRoutes(
  app: FastifyInstance,
  { db }: { db: Database },
  checkReady: () => Promise<void> = async () => {},
): void {
  const open = { config: { access: 'anyone' }, schema: { hide: true } }
  app.get('/healthz', open, async () => ({ status: 'ok' }))
  app.get('/readyz', open, async (request, reply) => {
    try {
      await Promise.race([ping(db), tooLong()])
      await checkReady()
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'Not ready')
      return reply.code(503).send({ status: 'not ready' })
    }
  })
}

async function tooLong(): Promise<never> {
  await sleep(READY_MS, undefined, { ref: false })
  throw new Error(`The database did not respond within ${READY_MS} ms`)
}
