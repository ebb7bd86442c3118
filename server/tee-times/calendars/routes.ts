import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import * as calendars from '../../../contract/calendars.ts'
import type { Context } from '../../context.ts'
import { signedIn } from '../../identity/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { declarationOf, type RegisterRoute } from '../../platform/http/register-route.ts'
import { calendarReaderByToken, memberByTeeTime } from '../access.ts'
import {
  createCalendarLink,
  deleteFeed,
  readCalendar,
  readFeed,
  readRoundFile,
} from './manage-calendar.ts'

export function calendarRoutes(
  app: FastifyInstance,
  route: RegisterRoute,
  ctx: Context,
  limits: RateLimits,
): void {
  const golfersOnly = signedIn(ctx)
  route(calendars.readMyCalendar, golfersOnly, ({ access }) =>
    readCalendar(ctx.db, access.golferId),
  )
  route(calendars.createMyCalendar, golfersOnly, ({ access, body }) =>
    createCalendarLink(ctx, access, body),
  )
  route(calendars.deleteMyCalendar, golfersOnly, async ({ access }) => {
    await deleteFeed(ctx.db, access.golferId)
    return { message: 'Your calendar link no longer works.' }
  })
  route(calendars.downloadRound, memberByTeeTime(ctx), ({ access }) => readRoundFile(ctx, access))

  const endpoint = calendars.readFeed
  const linkHoldersOnly = calendarReaderByToken(ctx)
  app.route<{ Params: z.output<typeof endpoint.params> }>({
    method: 'GET',
    // Matches any token, even with line breaks, so that all wrong links get the same error.
    url: endpoint.path.replace('{token}', ':token(^[^]*)'),
    ...declarationOf(endpoint, linkHoldersOnly),
    async handler(request, reply) {
      const access = await linkHoldersOnly
        .authorize(undefined, request)
        .catch(async (error: unknown) => {
          // Wrong links count against the rate limit of anonymous visitors from the same network.
          if (error instanceof AppError) await limits.spend('public', request)
          throw error
        })
      await limits.spend('feed', request, access.golferId)
      const feed = await readFeed(ctx, access)
      const tag = `W/"${createHash('sha256').update(feed).digest('base64url').slice(0, 22)}"`
      reply
        .header('etag', tag)
        // Caches must revalidate each time, or a revoked link could still work from a cache.
        .header('cache-control', 'private, no-cache')
        .header('x-robots-tag', 'noindex')
      return clientHas(tag, request)
        ? reply.code(304).send()
        : reply.type('text/calendar; charset=utf-8').send(feed)
    },
  })
}

/** Returns whether the client already has the version with this ETag (RFC 9110, 13.1.2). */
function clientHas(tag: string, { headers }: FastifyRequest): boolean {
  const clientTags = headers['if-none-match']?.split(',').map((each) => each.trim()) ?? []
  return clientTags.some((each) => each === '*' || each === tag || `W/${each}` === tag)
}
