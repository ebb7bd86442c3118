import type { FastifyInstance } from 'fastify'
import { createSubscription, openBillingPortal, readSubscription } from '../../contract/billing.ts'
import { purchaseGroup } from '../../contract/signups.ts'
import type { Context } from '../context.ts'
import { ownerByBody, ownerById, signUp } from '../groups/index.ts'
import { anyone } from '../identity/index.ts'
import { AppError } from '../platform/errors.ts'
import type { RegisterRoute } from '../platform/http/register-route.ts'
import { acceptRawJson } from '../platform/http/request-bodies.ts'
import { InvalidEvent } from '../providers/payments/payments.ts'
import { UnreadableEvent } from '../providers/payments/read-event.ts'
import { applyEvent } from './apply-event.ts'
import { createSubscription as create } from './create-subscription.ts'
import { openPortal, readSubscription as read } from './manage-subscription.ts'
import { addPaymentPage } from './purchase.ts'

export function billingRoutes(route: RegisterRoute<Context>, ctx: Context): void {
  route(createSubscription, ownerByBody(ctx), ({ access }) => create(ctx, access))
  route(readSubscription, ownerById(ctx), ({ access }) => read(ctx, access))
  route(openBillingPortal, ownerById(ctx), ({ access }) => openPortal(ctx, access))
  route(purchaseGroup, anyone, ({ txCtx, body }) => signUp(txCtx, 'purchase', body), {
    rate: 'signup',
    finish: (answer, { body }) => addPaymentPage(ctx, answer, body),
  })
}

export const WEBHOOK_PATH = '/api/webhooks/stripe'

const ACCESS_NAME = 'signed requests from Stripe'

/** In bytes. Stripe documents no limit. The longest event, an invoice, has up to 324 KB of metadata. */
const MAX_EVENT_BYTES = 512 * 1024

/** Has no rate limit: Stripe sends all events from a few addresses, and refusing forged ones is cheap. */
export function paymentWebhookRoute(app: FastifyInstance, ctx: Context): void {
  const { payments } = ctx
  if (payments === undefined) return
  acceptRawJson(app, MAX_EVENT_BYTES)
  app.route({
    method: 'POST',
    url: WEBHOOK_PATH,
    bodyLimit: MAX_EVENT_BYTES,
    config: { access: ACCESS_NAME },
    schema: {
      summary: 'Receive a Stripe event: a payment, refund, dispute or changed subscription',
      description: `Access: ${ACCESS_NAME}. The body is a Stripe event.`,
      tags: ['webhooks'],
      security: [],
    },
    handler: async ({ body, headers }, reply) => {
      const signature = String(headers['stripe-signature'] ?? '')
      const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      try {
        await applyEvent(ctx, payments.readEvent(rawBody, signature, ctx.clock.now()))
      } catch (error) {
        refuse(ctx, error)
      }
      return reply.send({ received: true })
    },
  })
}

/** Invalid events become a 400. Any other error becomes a 500, so that Stripe delivers the event again. */
function refuse({ log }: Context, error: unknown): never {
  if (error instanceof InvalidEvent) {
    if (error instanceof UnreadableEvent)
      log.error({ err: error }, 'Could not parse a webhook event')
    throw new AppError(
      'INVALID_INPUT',
      "This isn't a valid Stripe event, or its signature is missing, invalid, or too old.",
    )
  }
  throw new Error('Could not process a webhook event', {
    cause: new Error('The provider will deliver the event again', { cause: error }),
  })
}
