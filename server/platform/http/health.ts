import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Database, ping } from '../database/database.ts'

/** Whoever asks gets an answer within this time, whatever the database does. Milliseconds. */
const READY_MS = 4_000

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
  throw new Error(`The database did not answer within ${READY_MS} ms`)
}
