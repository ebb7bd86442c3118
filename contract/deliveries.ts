import * as z from 'zod/mini'

/**
 * The status of a message. 'dropped' means that it was no longer true when its turn came, or that its
 * golfer had sent STOP.
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
