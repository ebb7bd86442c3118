import * as z from 'zod'
import { id } from '../../contract/fields.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/store.ts'
import { type Checkout, cancelCheckoutsOfGroup, findCheckoutById } from './checkouts/store.ts'
import { readPaidTime } from './store.ts'

const payloadSchema = z.object({
  /** The id of our row in `subscriptions`. */
  subscriptionId: id,
  /**
   * When to end the subscription, or why. If the job runs after the reason ('replaced' or 'unpaid') no longer
   * applies, it does nothing.
   */
  when: z.enum(['now', 'period-end', 'replaced', 'unpaid']),
})

/** Runs as a job. @throws PaymentsUnavailable; Error if a checkout was paid, but its event has not arrived */
export async function endSubscription(ctx: Context, payload: unknown): Promise<void> {
  const { subscriptionId: rowId, when } = payloadSchema.parse(payload)
  const { db, payments } = ctx
  const checkout = await findCheckoutById(db, rowId)
  if (checkout === undefined) return
  const { subscriptionId, checkoutId } = checkout
  // Nothing exists at the provider yet. If a subscription starts later, its event queues this job again.
  if (subscriptionId === null && checkoutId === null) return
  if (payments === undefined)
    throw new Error('Cannot end a subscription: no payment provider is configured')
  if (subscriptionId === null) {
    if (checkoutId !== null && !(await payments.endCheckout(checkoutId))) {
      throw new Error('A checkout was paid, but its webhook event has not arrived yet')
    }
    return
  }
  if (when === 'replaced') {
    const paidTime = await readPaidTime(db, checkout.groupId, ctx.clock.now())
    // The ledger may have changed since the job was queued, and now this subscription may have to renew.
    if (!paidTime?.idsToCancel.includes(rowId)) return
  }
  if (when === 'now' || when === 'period-end') return payments.cancel(subscriptionId, when)
  const hasUnpaidRenewal = (await payments.readSubscription(subscriptionId))?.status === 'past_due'
  // Cancel now, because the provider would otherwise still try to charge the failed payment.
  if (hasUnpaidRenewal) await payments.cancel(subscriptionId, 'now')
  else if (when === 'replaced') await payments.cancel(subscriptionId, 'period-end')
}

export function queueCancellation(
  tx: Queries,
  id: number,
  when: z.output<typeof payloadSchema>['when'],
) {
  const key = `end-subscription:${id}:${when}`
  return addJob(tx, 'end_subscription', { subscriptionId: id, when }, { key })
}

/**
 * Abandons a group's open checkouts and cancels its subscriptions: at the end of their period if they are
 * active and the paid time is kept, otherwise now. The transaction must have locked the group.
 * @returns whether a subscription continues until the end of its period
 */
export async function stopCharging(tx: Queries, groupId: number, paidTime: 'kept' | 'ended') {
  const canceled = await cancelCheckoutsOfGroup(tx, groupId)
  const endsLater = ({ status }: Checkout) => status === 'active' && paidTime === 'kept'
  for (const one of canceled) {
    await queueCancellation(tx, one.id, endsLater(one) ? 'period-end' : 'now')
  }
  return canceled.some(endsLater)
}
