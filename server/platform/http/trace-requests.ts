import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Trace, traceStorage } from '../trace.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Matches the ids that proxies send, such as UUIDs. Other characters could forge log lines. */
const WELL_FORMED_ID = /^[\w-]{8,64}$/

export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && WELL_FORMED_ID.test(given) ? given : randomUUID()
}

export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    traceStorage.run(traceOf(request), done)
  })
  // Set the trace again after the body has arrived, because the socket's events run without a trace.
  app.addHook('preValidation', (request, _reply, done) => traceStorage.run(traceOf(request), done))
}

function traceOf({ id, method, routeOptions }: FastifyRequest): Trace {
  return { reqId: id, route: `${method} ${routeOptions.url ?? ''}`.trim() }
}
