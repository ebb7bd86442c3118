import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type Trace, withTrace } from '../trace.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Matches the ids that proxies send, such as UUIDs. Other characters could forge log lines. */
const WELL_FORMED = /^[\w-]{8,64}$/

export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
}

export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('trace', null)
  app.addHook('onRequest', (request, reply, done) => {
    const route = `${request.method} ${request.routeOptions.url ?? ''}`.trim()
    request.trace = { reqId: request.id, route }
    reply.header(REQUEST_ID_HEADER, request.id)
    withTrace(request.trace, done)
  })
  // Set the trace again after the body has arrived, because the socket's events run without a trace.
  app.addHook('preValidation', ({ trace }, _reply, done) => {
    withTrace(trace ?? {}, done)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace | null
  }
}
