import type { FastifyInstance } from 'fastify'
import { LIVE_PATH } from '../../../contract/live.ts'
import type { Context } from '../../context.ts'
import { bearerOf } from '../../platform/http/serve.ts'
import { holderOf, signedIn } from '../sessions/gate.ts'
import type { NewsRelay } from './relay-news.ts'
import { Stream } from './stream.ts'

/** The one route that answers a stream instead of JSON. */
export function liveRoutes(app: FastifyInstance, ctx: Context, relay: NewsRelay): void {
  app.route({
    method: 'GET',
    url: LIVE_PATH,
    config: { access: signedIn(ctx).name },
    schema: {
      summary: 'News of my groups as server-sent events',
      description: `Who: ${signedIn(ctx).name}.`,
      tags: ['live'],
    },
    async handler(request, reply) {
      const holder = await holderOf(ctx, bearerOf(request))
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value)
      }
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Proxies that buffer would keep the news to themselves.
        'x-accel-buffering': 'no',
      })
      const stream = new Stream(holder, reply.raw)
      request.raw.on('close', () => {
        relay.leave(stream)
        stream.close()
      })
      await relay.join(stream)
      stream.send({ type: 'refetch' })
    },
  })
}
