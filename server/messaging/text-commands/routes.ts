import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors.ts'
import { handleReport, type TextReport } from '../deliveries/handle-report.ts'
import { type TwilioForm, verifyTwilio } from './access.ts'
import { type IncomingText, receiveText } from './receive-text.ts'

/** The reply to a text is sent as a separate text. */
const EMPTY_RESPONSE = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

const ACCESS_NAME = 'signed requests from Twilio'

/** Registers Twilio's webhooks, without a rate limit: all golfers' texts come from a few Twilio addresses. */
export function twilioRoutes(app: FastifyInstance, ctx: Context): void {
  const { twilio } = ctx.config
  if (twilio === undefined) return

  const handleTwilio = (
    webhook: { path: string; summary: string },
    handle: (form: TwilioForm) => Promise<void> | undefined,
  ) =>
    app.route({
      method: 'POST',
      url: `/api/webhooks/twilio/${webhook.path}`,
      config: { access: ACCESS_NAME },
      schema: {
        summary: webhook.summary,
        description: `Access: ${ACCESS_NAME}. The body is a form.`,
        tags: ['webhooks'],
        security: [],
      },
      handler: async (request, reply) => {
        await handle(verifyTwilio(ctx.config, twilio, request))?.catch(failForRetry)
        return reply.type('text/xml; charset=utf-8').send(EMPTY_RESPONSE)
      },
    })

  handleTwilio({ path: 'inbound', summary: 'Receive a text from a golfer' }, (form) => {
    const text = readInbound(form)
    return text && receiveText(ctx, text)
  })
  handleTwilio({ path: 'status', summary: 'Receive the delivery status of a text' }, (form) => {
    const report = readReport(form)
    return report && handleReport(ctx, report)
  })
}

/** Turns any error into a 500 so that Twilio retries, even an error that is a 4xx on other routes. */
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

const ANSWERED = { STOP: 'stop', START: 'start', HELP: 'help' } as const
const OUTCOMES = new Map<string, TextReport['status']>([
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

const PHONE = /^\+[1-9]\d{6,14}$/

/** Returns undefined if the sender is not a phone but, say, a company name. */
function readInbound(form: TwilioForm): IncomingText | undefined {
  const { MessageSid, From, Body, OptOutType } = parsed(inbound, form)
  if (!PHONE.test(From)) return undefined
  return {
    providerId: MessageSid,
    from: From,
    body: Body,
    ...(OptOutType !== undefined && { answeredByProvider: ANSWERED[OptOutType] }),
  }
}

/** Returns undefined if the status is not final. */
function readReport(form: TwilioForm): TextReport | undefined {
  const { MessageSid, MessageStatus, ErrorCode = null } = parsed(statusReport, form)
  const status = OUTCOMES.get(MessageStatus)
  return status && { providerId: MessageSid, status, errorCode: ErrorCode }
}

function parsed<S extends z.ZodMiniType>(shape: S, { fields }: TwilioForm): z.output<S> {
  const { success, data } = shape.safeParse(fields)
  if (!success) throw new AppError('INVALID_INPUT', "The body isn't a valid Twilio webhook form.")
  return data
}
