import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { handleReport } from '../deliveries/handle-report.ts'
import { type TwilioForm, verifyTwilio } from './access.ts'
import { readInbound, readReport } from './read-form.ts'
import { receiveText } from './receive-text.ts'

/** An empty response: replies are sent as separate texts. */
const NOTHING = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

const WHO = 'Twilio, with its signature'

/**
 * Registers Twilio's webhooks, if it is configured. They count against no rate limit: Twilio calls from few
 * addresses for all golfers, and refusing an unsigned request is cheap.
 */
export function twilioRoutes(app: FastifyInstance, ctx: Context): void {
  const { twilio } = ctx.config
  if (twilio === undefined) return

  const handleTwilio = <T>(
    webhook: { path: string; summary: string },
    read: (form: TwilioForm) => T | undefined,
    work: (about: T) => Promise<void>,
  ) =>
    app.route({
      method: 'POST',
      url: `/api/webhooks/twilio/${webhook.path}`,
      config: { access: WHO },
      schema: {
        summary: webhook.summary,
        description: `Who: ${WHO}. The body is a form.`,
        tags: ['webhooks'],
        security: [],
      },
      handler: async (request, reply) => {
        const about = read(verifyTwilio(ctx.config, twilio, request))
        if (about !== undefined) await work(about).catch(failForRetry)
        return reply.type('text/xml; charset=utf-8').send(NOTHING)
      },
    })

  handleTwilio({ path: 'inbound', summary: 'Receive a text from a golfer' }, readInbound, (text) =>
    receiveText(ctx, text),
  )

  handleTwilio(
    { path: 'status', summary: 'Receive the delivery status of a text' },
    readReport,
    (report) => handleReport(ctx, report),
  )
}

/** Turns any error, even one that other callers get a 4xx for, into a 500 so that Twilio retries. */
function failForRetry(error: unknown): never {
  throw new Error('Could not process a webhook event', {
    cause: new Error('Twilio may send it again', { cause: error }),
  })
}
