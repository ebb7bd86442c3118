import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors.ts'
import { handleReport, type TextReport } from '../deliveries/handle-report.ts'
import { verifyTwilio } from './access.ts'
import { receiveText } from './receive-text.ts'

/** The reply to a text is sent as a separate text. */
const EMPTY_RESPONSE = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

const ACCESS_NAME = 'signed requests from Twilio'

/** Registers Twilio's webhooks, without a rate limit: all golfers' texts come from a few Twilio addresses. */
export function twilioRoutes(app: FastifyInstance, ctx: Context): void {
  const { twilio } = ctx.config
  if (twilio === undefined) return

  const registerWebhook = <FormSchema extends z.ZodMiniType>(
    path: string,
    summary: string,
    formSchema: FormSchema,
    handle: (form: z.output<FormSchema>) => Promise<void> | undefined,
  ) =>
    app.route({
      method: 'POST',
      url: `/api/webhooks/twilio/${path}`,
      config: { access: ACCESS_NAME },
      schema: {
        summary,
        description: `Access: ${ACCESS_NAME}. The body is a form.`,
        tags: ['webhooks'],
        security: [],
      },
      handler: async (request, reply) => {
        const { success, data } = formSchema.safeParse(verifyTwilio(ctx.config, twilio, request))
        if (!success) {
          throw new AppError('INVALID_INPUT', "The body isn't a valid Twilio webhook form.")
        }
        await handle(data)?.catch(failForRetry)
        return reply.type('text/xml; charset=utf-8').send(EMPTY_RESPONSE)
      },
    })

  registerWebhook('inbound', 'Receive a text from a golfer', inbound, (form) => {
    const { MessageSid, From, Body, OptOutType } = form
    // Ignores a sender without a phone number, such as a company name.
    if (!PHONE.test(From)) return undefined
    const answeredByProvider = OptOutType && COMMAND_BY_OPT_OUT_TYPE[OptOutType]
    return receiveText(ctx, { providerId: MessageSid, from: From, body: Body, answeredByProvider })
  })
  registerWebhook('status', 'Receive the delivery status of a text', statusReport, (form) => {
    const { MessageSid, MessageStatus, ErrorCode = null } = form
    const status = FINAL_STATUSES.get(MessageStatus)
    return status && handleReport(ctx, { providerId: MessageSid, status, errorCode: ErrorCode })
  })
}

/** Turns any error, even one that is a 4xx on other routes, into a 500, so that Twilio retries. */
function failForRetry(error: unknown): never {
  throw new Error('Could not process a webhook event', {
    cause: new Error('Twilio may send it again', { cause: error }),
  })
}

/** Strict: the signature covers only the concatenated fields, which an attacker could split differently. */
const sid = z.string().check(z.regex(/^(SM|MM)[0-9a-f]{32}$/))

/** https://www.twilio.com/docs/messaging/guides/webhook-request */
const inbound = z.object({
  MessageSid: sid,
  From: z.string(),
  Body: z._default(z.string(), ''),
  /** https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out */
  OptOutType: z.optional(z.enum(['STOP', 'START', 'HELP'])),
})

/** https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
const statusReport = z.object({
  MessageSid: sid,
  MessageStatus: z.string(),
  ErrorCode: z.optional(z.string()),
})

const COMMAND_BY_OPT_OUT_TYPE = { STOP: 'stop', START: 'start', HELP: 'help' } as const
const FINAL_STATUSES = new Map<string, TextReport['status']>([
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

const PHONE = /^\+[1-9]\d{6,14}$/
