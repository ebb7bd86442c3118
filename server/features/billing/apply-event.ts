import type { Context } from '../../context.ts'
import type { PaymentEvent } from '../../providers/payments/payments.ts'
import { insertEvent } from './store.ts'

/** Does what follows from a notice that has been proven to be the provider's. */
export async function applyEvent(ctx: Context, event: PaymentEvent): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await insertEvent(tx, event, ctx.clock.now())
  })
}
