import * as z from 'zod/mini'

/**
 * Where a message stands. 'dropped' is one that had nothing true left to say when its turn came, or
 * whose golfer has said STOP.
 */
export const deliveryStatus = z.enum([
  'queued',
  'held',
  'sending',
  'sent',
  'delivered',
  'failed',
  'dropped',
])
export type DeliveryStatus = z.output<typeof deliveryStatus>
