import * as z from 'zod/mini'
import { alertEvent } from './alerts.ts'
import { deliveryStatus } from './deliveries.ts'
import { endpoint } from './endpoint.ts'
import { id, idInAddress, idParams, instant, localDate } from './fields.ts'
import { messageChannel } from './messages.ts'
import { pageQuery } from './paging.ts'

/** A message as super admins see it: no text, and the address masked. */
export const delivery = z.object({
  id,
  createdAt: instant,
  event: alertEvent,
  channel: messageChannel,
  status: deliveryStatus,
  groupName: z.nullable(z.string()),
  /** Whom it tells; null for a text to a number that is nobody's. */
  golferName: z.nullable(z.string()),
  /** '+1 *** *** 0103', 'c***@club.example'; empty while it is not known. */
  recipient: z.string(),
  /** What it costs: the parts of a text. Null for an email, and for a text that was not sent. */
  segments: z.nullable(z.int()),
  /** The provider's code of what went wrong, or a word for it. */
  errorCode: z.nullable(z.string()),
  sentAt: z.nullable(instant),
})
export type Delivery = z.output<typeof delivery>

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/super-admin/messages',
  summary: 'Messages, the newest first; searched by golfer and group',
  query: z.extend(pageQuery('createdAt'), {
    /** What is being sent right now counts as queued. */
    status: z.optional(deliveryStatus),
    groupId: z.optional(idInAddress),
  }),
  answer: z.array(delivery),
  paged: true,
})

/** The messages of a group on a day (UTC), by where they stand. */
export const deliveryDay = z.object({
  day: localDate,
  groupId: z.nullable(id),
  /** Null for what belongs to no group. */
  groupName: z.nullable(z.string()),
  queued: z.int(),
  held: z.int(),
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
  dropped: z.int(),
  /** Parts of texts, which is what texts cost. */
  segments: z.int(),
})
export type DeliveryDay = z.output<typeof deliveryDay>

export const listDeliveryDays = endpoint({
  method: 'GET',
  path: '/api/super-admin/message-days',
  summary: 'How many messages each group had each day, the newest first; searched by group',
  query: pageQuery('day'),
  answer: z.array(deliveryDay),
  paged: true,
})

export const deliverySummary = z.object({
  /** 'off': no provider is set up, and email carries all. */
  texts: z.enum(['on', 'off', 'kept-here']),
  /** What waits now, however long it has. */
  queued: z.int(),
  held: z.int(),
  /** Of the last 24 hours. */
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
  segments: z.int(),
})
export type DeliverySummary = z.output<typeof deliverySummary>

export const readDeliverySummary = endpoint({
  method: 'GET',
  path: '/api/super-admin/message-summary',
  summary: 'What waits to be sent, and how messages of the last 24 hours stand',
  answer: deliverySummary,
})

export const retryDelivery = endpoint({
  method: 'POST',
  path: '/api/super-admin/messages/{id}/retry',
  summary: 'Send a failed message again',
  params: idParams,
  answer: delivery,
})
