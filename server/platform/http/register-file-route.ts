import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Endpoint, ParamsOf, QueryOf } from '../../../contract/endpoint.ts'
import { errorBody } from '../../../contract/errors.ts'
import type { RateLimits } from './rate-limits.ts'
import { type Access, type Actor, bearerOf, type Input } from './serve.ts'

/** The kind of file that a route returns. */
export interface FileKind {
  /** The media type, which must be a text type. */
  readonly type: 'text/csv' | 'text/calendar'
  /** The file name's extension. */
  readonly ending: 'csv' | 'ics'
  /** For the API's description, like 'A table'. */
  readonly description: string
}

/**
 * Registers a route that returns a file instead of JSON, in the same order as other routes: identify (401),
 * read and parse (400), prove access (404, 403), count against the rate limit (429), write.
 * @param write returns the file, and its name without the extension
 */
export function registerFileRoute<E extends Endpoint, I, S extends Actor>(
  app: FastifyInstance,
  limits: RateLimits,
  { type, ending, description }: FileKind,
  { method, path, summary, params, query }: E,
  access: Access<I, S, Input<E>>,
  write: (call: { scope: S; query: QueryOf<E> }) => Promise<{ name: string; file: string }>,
): void {
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: { access: access.name },
    schema: {
      summary,
      description: `Who: ${access.name}.`,
      tags: [path.split('/')[2] ?? ''],
      ...(params && { params }),
      ...(query && { querystring: query }),
      response: {
        200: { description, content: { [type]: { schema: z.string() } } },
        '4xx': errorBody,
        '5xx': errorBody,
      },
    },
    onRequest: async (request) => {
      request.identity = await access.identify(bearerOf(request))
    },
    async handler(request, reply) {
      const input = {
        params: request.params as ParamsOf<E>,
        query: request.query as QueryOf<E>,
      } as Input<E>
      const identity = request.identity as Awaited<ReturnType<typeof access.identify>>
      const scope = await access.authorize(identity, input)
      await limits.spend('read', request, scope)
      const { name, file } = await write({ scope, query: input.query })
      return reply
        .header('content-disposition', `attachment; filename="${name}.${ending}"`)
        .type(`${type}; charset=utf-8`)
        .send(file)
    },
  })
}
