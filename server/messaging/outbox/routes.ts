import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import * as messages from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import {
  declarationOf,
  type RegisterRoute,
  textResponse,
} from '../../platform/http/register-route.ts'
import { hasOutbox, isPublicOutbox, outboxReader, outboxTexter } from './access.ts'
import { listOutbox, listPhones, readMail, replyFromPhone } from './read-outbox.ts'

export function outboxRoutes(route: RegisterRoute, ctx: Context): void {
  if (!hasOutbox(ctx.config)) return
  route(messages.listOutbox, outboxReader(ctx), ({ access, query }) =>
    listOutbox(ctx, access, query),
  )
  route(messages.listOutboxPhones, outboxReader(ctx), ({ access }) => listPhones(ctx, access))
  route(messages.replyFromOutbox, outboxTexter(ctx), async ({ access, body }) => {
    await replyFromPhone(ctx, access, body.body)
    return { message: 'Sent' }
  })
}

const MAIL_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const DOCUMENT = { type: 'text/html', description: 'An HTML document to show in a sandboxed frame' }

/** A frame requests this route without a session, so the route exists only if the outbox is public. */
export function outboxMailRoute(app: FastifyInstance, ctx: Context, limits: RateLimits): void {
  if (!hasOutbox(ctx.config) || !isPublicOutbox(ctx.config)) return
  const accessRule = outboxReader(ctx)
  app.route<{ Params: z.output<typeof messages.readOutboxMail.params> }>({
    method: 'GET',
    url: messages.readOutboxMail.path.replace('{id}', ':id'),
    ...declarationOf(messages.readOutboxMail, accessRule, textResponse(DOCUMENT)),
    async handler(request, reply) {
      const reader = await accessRule.authorize(undefined, request)
      await limits.spend('read', request)
      const html = await readMail(ctx, reader, request.params.id)
      return (
        reply
          .header('content-security-policy', MAIL_POLICY)
          .header('x-frame-options', 'SAMEORIGIN')
          // A sandboxed document has an opaque origin, so there is nothing to isolate.
          .removeHeader('origin-agent-cluster')
          .type('text/html; charset=utf-8')
          .send(html)
      )
    },
  })
}
