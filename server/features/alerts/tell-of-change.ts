import * as z from 'zod/mini'
import { id, instant } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { queueDelivery } from '../deliveries/queue-delivery.ts'

const job = z.object({
  golferId: id,
  change: z.enum(['password-changed', 'password-reset', 'phone-changed']),
  at: instant,
})

/** Takes up the notices that versions before the ledger of messages have left in the queue. */
export async function tellOfChange(ctx: Context, payload: unknown): Promise<void> {
  const { golferId, change, at } = job.parse(payload)
  const key = `${change}:${golferId}:${at}`
  await queueDelivery(ctx.db, { event: change, golferId, key }, ctx.clock.now())
}
