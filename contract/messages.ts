import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, text, urlId } from './fields.ts'

/** 'deferred': waits for quiet hours to end. 'dropped': outdated, unwanted, or covered by another message. */
export const deliveryStatus = z.enum([
  'queued',
  'deferred',
  'sending',
  'sent',
  'delivered',
  'failed',
  'dropped',
])
export type DeliveryStatus = z.output<typeof deliveryStatus>

export const messageChannel = z.enum(['email', 'text', 'push'])
export type MessageChannel = z.output<typeof messageChannel>

/** Local mode keeps emails and texts in the outbox. It really sends push notifications. */
const outboxChannel = z.enum(['email', 'text'])
export type OutboxChannel = z.output<typeof outboxChannel>

const outboxMessage = z.object({
  id,
  channel: outboxChannel,
  to: z.string(),
  /** Null for a message to an address without a golfer, or if the account was deleted. */
  golferId: z.nullable(id),
  subject: z.nullable(z.string()),
  body: z.string(),
  html: z.optional(z.string()),
  createdAt: instant,
})
export type OutboxMessage = z.output<typeof outboxMessage>

export const MAX_LISTED_OUTBOX_MESSAGES = 100

export const listOutbox = endpoint('GET', '/api/outbox', {
  summary: `Messages stored in local mode, newest first, at most ${MAX_LISTED_OUTBOX_MESSAGES}`,
  query: z.object({
    before: z.optional(urlId),
    channel: z.optional(outboxChannel),
  }),
  response: z.array(outboxMessage),
})

/** A sandboxed frame calls this without a session, so it works only if anyone may read all messages. */
export const readOutboxMail = endpoint('GET', '/api/outbox/{id}/html', {
  summary: 'A stored email as its recipient would see it',
  params: z.object({ id: urlId }),
  response: z.string(),
})

export const MAX_OUTBOX_PHONES = 50
export const MAX_TEXTS_PER_OUTBOX_PHONE = 40

const outboxPhone = z.object({
  /** In E.164. */
  number: z.string(),
  golfers: z.array(z.object({ id, name: z.string() })),
  texts: z.array(
    z.object({
      key: z.string(),
      direction: z.enum(['to', 'from']),
      body: z.string(),
      at: instant,
    }),
  ),
})
export type OutboxPhone = z.output<typeof outboxPhone>
export type OutboxText = OutboxPhone['texts'][number]

export const listOutboxPhones = endpoint('GET', '/api/outbox/phones', {
  summary: `Simulated phones with their threads, most recently active first, at most ${MAX_OUTBOX_PHONES}`,
  response: z.object({
    /** If true, anyone on this machine can see all phones. If false, golfers see only their own phone. */
    isOpen: z.boolean(),
    phones: z.array(outboxPhone),
  }),
})

/** LIST returns open spots of this many days, including today. */
export const LIST_DAYS = 7
export const LIST_LENGTH = 5
/** For this many minutes after we text a numbered list, a reply such as '2' picks an entry. */
export const LIST_CHOICE_MINUTES = 10
/** IN without a number means a tee time that we texted the golfer about less than this many hours ago. */
export const ALERT_REPLY_HOURS = 12
/** Above this limit, a number's texts get no reply. STOP and START still work. */
export const MAX_REPLIES_PER_HOUR = 20
/**
 * Carriers require replies to STOP, START and HELP. Up to this many such texts get a reply even above
 * {@link MAX_REPLIES_PER_HOUR}.
 */
export const MAX_KEYWORD_REPLIES_PER_HOUR = 6
/** The longest text that is read as a command, in characters. */
export const MAX_TEXT_LENGTH = 1_600

/** The server handles the text as if a provider had delivered it. */
export const replyFromOutbox = endpoint('POST', '/api/outbox/reply', {
  summary: 'Send a text from a simulated phone',
  body: z.object({
    from: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'Must be a number like +14035550103')),
    body: text(MAX_TEXT_LENGTH).check(z.minLength(1, 'Type a reply')),
  }),
})
