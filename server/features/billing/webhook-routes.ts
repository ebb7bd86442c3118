import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors.ts'
import { keepRawBodies } from '../../platform/http/raw-bodies.ts'
import { NoticeRefused } from '../../providers/payments/payments.ts'
import { NoticeUnreadable } from '../../providers/payments/read-event.ts'
import { receiveNotice } from './receive-notice.ts'

export const WEBHOOK_PATH = '/api/webhooks/stripe'

const WHO = 'Stripe, by its signature'

/**
 * Stripe gives no limit. The longest it tells us is an invoice: ten lines at most, each with up to
 * 27 KB of metadata, and as much on the invoice and of its subscription.
 */
const NOTICE_LIMIT = 512 * 1024

/**
 * Where the provider tells of payments; where nothing can be paid there is no such call. Nobody's budget
 * is drawn on: Stripe calls from few addresses for all groups, and what is not signed is cheap to refuse.
 */
export function paymentWebhook(app: FastifyInstance, ctx: Context): void {
  if (ctx.payments === undefined) return
  keepRawBodies(app, NOTICE_LIMIT)
  app.route({
    method: 'POST',
    url: WEBHOOK_PATH,
    bodyLimit: NOTICE_LIMIT,
    config: { access: WHO },
    schema: {
      summary: 'A payment was made, failed or given back, or a subscription changed',
      description: `Who: ${WHO}. Its body is one of Stripe's events.`,
      tags: ['webhooks'],
      security: [],
    },
    handler: async ({ body, headers }, reply) => {
      const signature = headers['stripe-signature']
      const told = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      await receiveNotice(ctx, told, typeof signature === 'string' ? signature : undefined).catch(
        (error: unknown) => refuse(ctx, error),
      )
      return reply.send({ received: true })
    },
  })
}

/**
 * A notice that is not the provider's is 400, as in Stripe's own examples. Whatever else it was, also
 * what others are refused for: the provider is to tell it again, so it is a 500.
 */
function refuse({ log }: Context, error: unknown): never {
  if (error instanceof NoticeRefused) {
    if (error instanceof NoticeUnreadable) log.error({ err: error }, 'A notice cannot be read')
    throw new AppError('INVALID_INPUT', 'This is no notice that Stripe has just signed.')
  }
  throw new Error('A notice of a payment could not be worked', {
    cause: new Error('It may be told again', { cause: error }),
  })
}
