import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withTrace } from '../trace.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

/** What proxies send: a UUID, or 32 hexadecimal digits. Anything else could forge log lines. */
const WELL_FORMED = /^[\w-]{8,64}$/

/** Returns the id that a proxy has given to a request, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
}

/** Returns each request's id with its response, and shows it in all log lines about the request. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    trace(request, reply, done)
  })
  // A body arrives in events of its socket, which belong to no request.
  app.addHook('preValidation', trace)
}

function trace(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const route = `${request.method} ${request.routeOptions.url ?? ''}`.trim()
  withTrace({ reqId: request.id, route }, done)
}
