import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withTrace } from '../trace.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Matches the ids that proxies send, such as UUIDs. Other characters could forge log lines. */
const WELL_FORMED = /^[\w-]{8,64}$/

/** Returns the id that a proxy gave the request, or a new id. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
}

/** Adds each request's id to the response, and to all log lines about the request. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    trace(request, reply, done)
  })
  // Set the trace again after the body has arrived: the socket's events belong to no request.
  app.addHook('preValidation', trace)
}

function trace(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const route = `${request.method} ${request.routeOptions.url ?? ''}`.trim()
  withTrace({ reqId: request.id, route }, done)
}
