import * as z from 'zod/mini'
import { AppError } from '../../platform/errors.ts'
import type { TextReport } from '../deliveries/handle-report.ts'
import type { TwilioForm } from './access.ts'
import type { IncomingText } from './receive-text.ts'

/**
 * Checked strictly: the signature covers names and values joined without separators, so the same string
 * could be split into different fields.
 */
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
const report = z.object({
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

/** Reads an incoming text; undefined if its sender is not a phone, such as a company name. */
export function readInbound(form: TwilioForm): IncomingText | undefined {
  const { MessageSid, From, Body, OptOutType } = parsed(inbound, form)
  if (!PHONE.test(From)) return undefined
  return {
    providerId: MessageSid,
    from: From,
    body: Body,
    ...(OptOutType !== undefined && { answeredByProvider: ANSWERED[OptOutType] }),
  }
}

/** Reads the status of a text we sent; undefined while it is not final. */
export function readReport(form: TwilioForm): TextReport | undefined {
  const { MessageSid, MessageStatus, ErrorCode = null } = parsed(report, form)
  const status = OUTCOMES.get(MessageStatus)
  return status && { providerId: MessageSid, status, errorCode: ErrorCode }
}

function parsed<S extends z.ZodMiniType>(shape: S, { fields }: TwilioForm): z.output<S> {
  const { success, data } = shape.safeParse(fields)
  if (!success) throw new AppError('INVALID_INPUT', 'This is not a form that Twilio sends.')
  return data
}
