import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant, requiredText, urlId } from './fields.ts'

/**
 * The status of a message. 'dropped' means that it was out of date by the time it was to be sent, or that
 * its golfer had sent STOP.
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

/** How a message is sent. */
export const messageChannel = z.enum(['email', 'text', 'push'])
export type MessageChannel = z.output<typeof messageChannel>

/** The channels that local mode keeps messages of. Notifications go to the browser's own push service. */
const outboxChannel = z.enum(['email', 'text'])
export type OutboxChannel = z.output<typeof outboxChannel>

/** A message that local mode kept instead of sending it. */
const outboxMessage = z.object({
  id,
  channel: outboxChannel,
  /** An email address or a phone number. */
  to: z.string(),
  /** The golfer with that address; null once the golfer is deleted. */
  golferId: z.nullable(id),
  /** Null for a text. */
  subject: z.nullable(z.string()),
  body: z.string(),
  html: z.optional(z.string()),
  createdAt: instant,
})
export type OutboxMessage = z.output<typeof outboxMessage>

/** The most messages in one answer. */
export const OUTBOX_PAGE = 100

/** Exists only in local mode. */
export const listOutbox = endpoint('GET', '/api/outbox', {
  summary: `Messages stored in local mode, newest first, at most ${OUTBOX_PAGE}`,
  query: z.object({
    /** The `id` of the oldest message already read: the answer continues from there. */
    before: z.optional(urlId),
    /** Returns only messages of this channel. */
    channel: z.optional(outboxChannel),
  }),
  answer: z.array(outboxMessage),
})

/**
 * An email as the document that a mail program would show, for a sandboxed frame. Available only where
 * anybody may read every message, since a frame's request carries no session.
 */
export const readOutboxMail = endpoint('GET', '/api/outbox/{id}/html', {
  summary: 'A stored email as its recipient would see it',
  params: idParams,
  answer: z.string(),
})

/** The most pretend phones in one answer, and the most texts of each (the latest). */
export const OUTBOX_PHONES = 50
export const OUTBOX_TEXTS = 40

/** A pretend phone, with the texts to and from it, oldest first. */
const outboxPhone = z.object({
  /** E.164. */
  number: z.string(),
  /** The golfers with this number; empty when a stranger texted. */
  golfers: z.array(z.object({ id, name: z.string() })),
  texts: z.array(
    z.object({
      /** Increases with time. */
      key: z.string(),
      /** To the phone, or from it. */
      direction: z.enum(['to', 'from']),
      body: z.string(),
      at: instant,
    }),
  ),
})
export type OutboxPhone = z.output<typeof outboxPhone>
export type OutboxText = OutboxPhone['texts'][number]

/** Exists only in local mode. */
export const listOutboxPhones = endpoint('GET', '/api/outbox/phones', {
  summary: `Simulated phones with their threads, most recently active first, at most ${OUTBOX_PHONES}`,
  answer: z.object({
    /** Whether anyone at this machine sees everybody's phones; otherwise callers see only their own. */
    isOpen: z.boolean(),
    phones: z.array(outboxPhone),
  }),
})

/** How many days of open tee times LIST covers, including today. */
export const LIST_DAYS = 7
/** The most tee times in a list. */
export const LIST_LENGTH = 5
/** For how many minutes '1' or '2' chooses from the list that was sent. */
export const LIST_MINUTES = 10
/** For how many hours IN without a number refers to the alert that was sent. */
export const ALERT_HOURS = 12
/** The most replies to a number in an hour; no golfer needs more. STOP and START always take effect. */
export const ANSWERS_AN_HOUR = 20
/**
 * How many STOP, START and HELP texts a number may send in an hour and still get replies past that limit,
 * because carriers require replies.
 */
export const KEYWORD_ANSWERS_AN_HOUR = 6
/** The longest text that is read, in characters: ten segments. */
export const MAX_TEXT_LENGTH = 1_600

/** A text typed on a pretend phone. It is handled like one from the provider. */
const replyForm = z.object({
  /** The sender's number, in E.164. */
  from: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'Must be a number like +14035550103')),
  body: requiredText(MAX_TEXT_LENGTH, 'Type a reply'),
})

/** Exists only in local mode. */
export const replyFromOutbox = endpoint('POST', '/api/outbox/reply', {
  summary: 'Send a text from a simulated phone',
  body: replyForm,
  answer: done,
})
