import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { takeReport } from '../deliveries/take-report.ts'
import { proveTwilio, type TwilioForm } from './gate.ts'
import { readInbound, readReport } from './read-form.ts'
import { receiveText } from './receive-text.ts'

/** Nothing to say at once: answers are texts of their own. */
const NOTHING = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

const WHO = 'Twilio, by its signature'

/**
 * Where Twilio tells of texts; without Twilio there are no such calls. Nobody's budget is drawn on:
 * Twilio calls from few addresses for all golfers, and what is not signed is cheap to refuse.
 */
export function twilioRoutes(app: FastifyInstance, ctx: Context): void {
  const { twilio } = ctx.config
  if (twilio === undefined) return

  const hear = <T>(
    webhook: { path: string; summary: string },
    read: (form: TwilioForm) => T | undefined,
    work: (told: T) => Promise<void>,
  ) =>
    app.route({
      method: 'POST',
      url: `/api/webhooks/twilio/${webhook.path}`,
      config: { access: WHO },
      schema: {
        summary: webhook.summary,
        description: `Who: ${WHO}. A form as body.`,
        tags: ['webhooks'],
        security: [],
      },
      handler: async (request, reply) => {
        const told = read(proveTwilio(ctx.config, twilio, request))
        if (told !== undefined) await work(told).catch(askAgain)
        return reply.type('text/xml; charset=utf-8').send(NOTHING)
      },
    })

  hear({ path: 'inbound', summary: 'A golfer texts us' }, readInbound, (text) =>
    receiveText(ctx, text),
  )

  hear({ path: 'status', summary: 'How a text of ours fared' }, readReport, (report) =>
    takeReport(ctx, report),
  )
}

/** Whatever it was, also what others are refused for: the provider is to try again, so it is a 500. */
function askAgain(error: unknown): never {
  throw new Error('A webhook could not be worked', {
    cause: new Error('It may be told again', { cause: error }),
  })
}
