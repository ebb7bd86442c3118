import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, id, instant, text, urlId } from './fields.ts'

/**
 * 'deferred' waits for quiet hours to end. 'dropped' is never sent: the message was out of date, its golfer
 * had sent STOP, or another message says the same.
 */
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

/** Local mode keeps these messages. Push notifications are really sent. */
const outboxChannel = z.enum(['email', 'text'])
export type OutboxChannel = z.output<typeof outboxChannel>

const outboxMessage = z.object({
  id,
  channel: outboxChannel,
  to: z.string(),
  /** The golfer with that address; null if there is none or the account was deleted. */
  golferId: z.nullable(id),
  subject: z.nullable(z.string()),
  body: z.string(),
  html: z.optional(z.string()),
  createdAt: instant,
})
export type OutboxMessage = z.output<typeof outboxMessage>

export const OUTBOX_PAGE = 100

/** Available only in local mode. */
export const listOutbox = endpoint('GET', '/api/outbox', {
  summary: `Messages stored in local mode, newest first, at most ${OUTBOX_PAGE}`,
  query: z.object({
    /** The `id` of the oldest message that the client has. */
    before: z.optional(urlId),
    channel: z.optional(outboxChannel),
  }),
  response: z.array(outboxMessage),
})

/** For a sandboxed frame, which has no session. Available only if anybody may read all messages. */
export const readOutboxMail = endpoint('GET', '/api/outbox/{id}/html', {
  summary: 'A stored email as its recipient would see it',
  params: z.object({ id: urlId }),
  response: z.string(),
})

/** The most simulated phones, and the most texts of each phone (the latest). */
export const OUTBOX_PHONES = 50
export const OUTBOX_TEXTS = 40

const outboxPhone = z.object({
  /** In E.164. */
  number: z.string(),
  /** The golfers with this number; empty if no account has it. */
  golfers: z.array(z.object({ id, name: z.string() })),
  texts: z.array(
    z.object({
      /** Unique. Later texts have keys that sort later. */
      key: z.string(),
      direction: z.enum(['to', 'from']),
      body: z.string(),
      at: instant,
    }),
  ),
})
export type OutboxPhone = z.output<typeof outboxPhone>
export type OutboxText = OutboxPhone['texts'][number]

/** Available only in local mode. */
export const listOutboxPhones = endpoint('GET', '/api/outbox/phones', {
  summary: `Simulated phones with their threads, most recently active first, at most ${OUTBOX_PHONES}`,
  response: z.object({
    /** Whether anyone on this machine may see all phones. Otherwise, golfers see only their own. */
    isOpen: z.boolean(),
    phones: z.array(outboxPhone),
  }),
})

/** The reply to LIST covers this many days, including today. */
export const LIST_DAYS = 7
export const LIST_LENGTH = 5
/** How long a reply such as '1' or '2' picks a tee time from the last list. */
export const LIST_CHOICE_MINUTES = 10
/** How long IN without a number means the tee time of the last alert. */
export const ALERT_REPLY_HOURS = 12
/** The most replies that a number gets. STOP and START always take effect. */
export const MAX_REPLIES_PER_HOUR = 20
/**
 * Carriers require replies to STOP, START and HELP. So a number gets these beyond MAX_REPLIES_PER_HOUR, until
 * it has sent this many of these words in an hour.
 */
export const MAX_KEYWORD_REPLIES_PER_HOUR = 6
/** The longest text that is read as a command, in characters: ten segments. */
export const MAX_TEXT_LENGTH = 1_600

/** Available only in local mode. The server handles the text like one from the provider. */
export const replyFromOutbox = endpoint('POST', '/api/outbox/reply', {
  summary: 'Send a text from a simulated phone',
  body: z.object({
    from: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'Must be a number like +14035550103')),
    body: text(MAX_TEXT_LENGTH).check(z.minLength(1, 'Type a reply')),
  }),
  response: done,
})
