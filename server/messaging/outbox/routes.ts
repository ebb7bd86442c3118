import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { errorBody } from '../../../contract/errors.ts'
import {
  listOutbox,
  listOutboxPhones,
  readOutboxMail,
  replyFromOutbox,
} from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import type { Call, RegisterRoute } from '../../platform/http/register-route.ts'
import {
  hasOutbox,
  isOpenOutbox,
  type OutboxReader,
  type OutboxTexter,
  readerOfAll,
  readerOfOwn,
  texterOfAll,
  texterOfOwn,
} from './access.ts'
import { listOutbox as list, listPhones, readMail, replyFromPhone } from './read-outbox.ts'

export function messageRoutes(route: RegisterRoute, ctx: Context): void {
  if (!hasOutbox(ctx.config)) return
  const kept = ({ scope, query }: Call<typeof listOutbox, OutboxReader>) => list(ctx, scope, query)
  const phones = ({ scope }: { scope: OutboxReader }) => listPhones(ctx, scope)
  const reply = async ({ scope, body }: Call<typeof replyFromOutbox, OutboxTexter>) => {
    await replyFromPhone(ctx, scope, body.body)
    return { message: 'Sent' }
  }
  if (isOpenOutbox(ctx.config)) {
    route(listOutbox, readerOfAll, kept)
    route(listOutboxPhones, readerOfAll, phones)
    route(replyFromOutbox, texterOfAll, reply)
  } else {
    route(listOutbox, readerOfOwn(ctx), kept)
    route(listOutboxPhones, readerOfOwn(ctx), phones)
    route(replyFromOutbox, texterOfOwn(ctx), reply)
  }
}

/** An email may use its own styles and embedded images and open links, but no scripts, forms or requests. */
const MAIL_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Registers the route for an email's HTML. Needs an open outbox, since a frame's request has no session. */
export function outboxMailRoute(app: FastifyInstance, ctx: Context, limits: RateLimits): void {
  if (!hasOutbox(ctx.config) || !isOpenOutbox(ctx.config)) return
  app.route<{ Params: z.output<typeof readOutboxMail.params> }>({
    method: 'GET',
    url: readOutboxMail.path.replace('{id}', ':id'),
    config: { access: readerOfAll.name },
    schema: {
      summary: readOutboxMail.summary,
      description: `Who: ${readerOfAll.name}.`,
      tags: ['outbox'],
      security: [],
      params: readOutboxMail.params,
      response: {
        200: {
          description: 'An HTML document to show in a sandboxed frame',
          content: { 'text/html': { schema: z.string() } },
        },
        '4xx': errorBody,
        '5xx': errorBody,
      },
    },
    async handler(request, reply) {
      const reader = await readerOfAll.authorize(undefined, request)
      await limits.spend('read', request, {})
      const page = await readMail(ctx, reader, request.params.id)
      return (
        reply
          .header('content-security-policy', MAIL_POLICY)
          .header('x-frame-options', 'SAMEORIGIN')
          // A sandboxed document has no origin of its own to isolate.
          .removeHeader('origin-agent-cluster')
          .type('text/html; charset=utf-8')
          .send(page)
      )
    },
  })
}
