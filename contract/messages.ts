import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idInAddress, instant } from './fields.ts'

export const messageChannel = z.enum(['email', 'text'])
export type MessageChannel = z.output<typeof messageChannel>

/** A message that local mode kept instead of sending it. */
export const outboxMessage = z.object({
  id,
  channel: messageChannel,
  /** An email address or a phone number. */
  to: z.string(),
  /** Whose address that is; null once the golfer is deleted. */
  golferId: z.nullable(id),
  /** Null for a text. */
  subject: z.nullable(z.string()),
  body: z.string(),
  html: z.optional(z.string()),
  createdAt: instant,
})
export type OutboxMessage = z.output<typeof outboxMessage>

/** Most messages in one answer. */
export const OUTBOX_PAGE = 100

/** Exists in local mode alone. */
export const listOutbox = endpoint({
  method: 'GET',
  path: '/api/outbox',
  summary: `The messages that local mode kept, newest first, ${OUTBOX_PAGE} at most`,
  query: z.object({
    /** The `id` of the oldest message already read: the answer goes on from there. */
    before: z.optional(idInAddress),
  }),
  answer: z.array(outboxMessage),
})
