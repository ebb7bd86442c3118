import * as z from 'zod/mini'
import { alertEvent } from './alerts.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, localDate, urlId } from './fields.ts'
import { deliveryStatus, messageChannel } from './messages.ts'
import { pageQuery, pagesOf } from './paging.ts'

/** A message as super admins see it: without its text, and with a masked address. */
export const delivery = z.object({
  id,
  createdAt: instant,
  event: alertEvent,
  channel: messageChannel,
  status: deliveryStatus,
  groupName: z.nullable(z.string()),
  /** The recipient; null for a text to a number rather than to a golfer, such as a reply to HELP. */
  golferName: z.nullable(z.string()),
  /** Masked: '+1 *** *** 0103', 'c***@club.example'. Empty for push, and until an address is chosen. */
  recipient: z.string(),
  /** How many segments we pay for. Null for messages other than texts, and for unsent texts. */
  segments: z.nullable(z.int()),
  errorCode: z.nullable(z.string()),
  sentAt: z.nullable(instant),
})
export type Delivery = z.output<typeof delivery>

export const listDeliveries = endpoint('GET', '/api/super-admin/messages', {
  summary: 'Messages, newest first; search by golfer and group',
  query: z.extend(pageQuery('createdAt'), {
    /** 'queued' also finds messages that are being sent right now. */
    status: z.optional(deliveryStatus),
    groupId: z.optional(urlId),
  }),
  response: z.array(delivery),
  paged: true,
})

const counts = {
  queued: z.int(),
  deferred: z.int(),
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
  segments: z.int(),
}

const deliveryDay = z.object({
  day: localDate,
  groupId: z.nullable(id),
  groupName: z.nullable(z.string()),
  ...counts,
  dropped: z.int(),
})
export type DeliveryDay = z.output<typeof deliveryDay>

export const listDeliveryDays = endpoint('GET', '/api/super-admin/message-days', {
  summary: 'Message counts per group and day, newest first; search by group',
  ...pagesOf(deliveryDay, 'day'),
})

export const readDeliverySummary = endpoint('GET', '/api/super-admin/message-summary', {
  summary: 'Messages waiting to be sent, and the statuses of those of the last 24 hours',
  response: z.object({
    /** 'off': without a provider, texts become emails. 'kept-here': local mode keeps texts in the outbox. */
    texts: z.enum(['on', 'off', 'kept-here']),
    ...counts,
  }),
})
export type DeliverySummary = z.output<typeof readDeliverySummary.response>

export const retryDelivery = endpoint('POST', '/api/super-admin/messages/{id}/retry', {
  summary: 'Send a failed message again',
  response: delivery,
})
