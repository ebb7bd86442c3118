import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Endpoint, ParamsOf, QueryOf } from '../../../contract/endpoint.ts'
import { errorBody } from '../../../contract/errors.ts'
import {
  downloadMyRounds,
  downloadSeason,
  listMyRounds,
  readMyRoundsSummary,
  readSeason,
} from '../../../contract/rounds.ts'
import type { Context } from '../../context.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { type Access, bearerOf, type Input, type Serve } from '../../platform/http/serve.ts'
import { viewerBySlug } from '../groups/gate.ts'
import { signedIn } from '../sessions/gate.ts'
import { listRounds, readSummary, writeMyRounds } from './read-my-rounds.ts'
import { readSeason as read, writeSeason } from './read-season.ts'

export function roundRoutes(serve: Serve, ctx: Context): void {
  serve(readSeason, viewerBySlug(ctx), ({ scope, query }) => read(ctx, scope, query.year))

  serve(listMyRounds, signedIn(ctx), ({ scope, query }) => listRounds(ctx, scope, query))

  serve(readMyRoundsSummary, signedIn(ctx), ({ scope, query }) =>
    readSummary(ctx, scope, query.year),
  )
}

/** The routes that answer a table as a file instead of JSON. */
export function roundFileRoutes(app: FastifyInstance, ctx: Context, limits: RateLimits): void {
  serveFile(app, limits, downloadSeason, viewerBySlug(ctx), ({ scope, query }) =>
    writeSeason(ctx, scope, query.year),
  )

  serveFile(app, limits, downloadMyRounds, signedIn(ctx), ({ scope, query }) =>
    writeMyRounds(ctx, scope, query.year),
  )
}

function serveFile<E extends Endpoint, I, S extends { readonly golferId: number }>(
  app: FastifyInstance,
  limits: RateLimits,
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
        200: { description: 'A table', content: { 'text/csv': { schema: z.string() } } },
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
      const scope = await access.prove(identity, input)
      await limits.spend('read', request, scope)
      const { name, file } = await write({ scope, query: input.query })
      return reply
        .header('content-disposition', `attachment; filename="${name}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(file)
    },
  })
}
