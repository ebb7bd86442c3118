import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { errorBody } from '../../contract/errors.ts'
import { LIVE_HEARTBEAT_MS, LIVE_PATH } from '../../contract/live.ts'
import type { Context } from '../context.ts'
import { authenticate, signedIn } from '../identity/index.ts'
import type { RateLimits } from '../platform/http/rate-limits.ts'
import { bearerOf } from '../platform/http/register-route.ts'
import type { EventRelay } from './relay-events.ts'
import { LiveStream } from './streams.ts'

const EVENTS_DESCRIPTION = `Unnamed server-sent events. Each event's data is a JSON object with a \`type\`:
\`refetch\` (always first: fetch the lists, then listen), \`tee-time\`, \`tee-time-gone\`, or
\`group-changed\`. Ignore other types. Something is sent at least every ${LIVE_HEARTBEAT_MS / 1000} seconds.
The stream ends when the session ends, when the golfer leaves a group, or when updates may have been missed. Then reconnect.`

const TOO_MANY_DESCRIPTION =
  'Too many streams were opened. Wait the number of seconds given in the Retry-After header.'

export function liveRoutes(
  app: FastifyInstance,
  ctx: Context,
  limits: RateLimits,
  relay: EventRelay,
): void {
  app.route({
    method: 'GET',
    url: LIVE_PATH,
    // A HEAD request would open a stream that nobody can read.
    exposeHeadRoute: false,
    config: { access: signedIn(ctx).name },
    schema: {
      summary: 'Live updates of my groups as server-sent events',
      description: `Access: ${signedIn(ctx).name}.`,
      tags: ['live'],
      response: {
        200: {
          description: EVENTS_DESCRIPTION,
          content: { 'text/event-stream': { schema: z.string() } },
        },
        401: errorBody.check(z.describe('The session is missing or has ended.')),
        429: errorBody.check(z.describe(TOO_MANY_DESCRIPTION)),
        '5xx': errorBody,
      },
    },
    async handler(request, reply) {
      const holder = await authenticate(ctx, bearerOf(request))
      await limits.spend('read', request, holder.golferId)
      reply.hijack()
      // If the client has disconnected, a 'close' listener would never run, and the stream would leak.
      if (request.raw.destroyed) return
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value)
      }
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Tells nginx not to buffer the events.
        'x-accel-buffering': 'no',
      })
      const stream = new LiveStream(holder, reply.raw)
      request.raw.on('close', () => {
        relay.leave(stream)
        stream.close()
      })
      relay.join(stream)
    },
  })
}
