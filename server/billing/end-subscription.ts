import * as z from 'zod'
import { id } from '../../contract/fields.ts'
import type { Context } from '../context.ts'
import { addJob } from '../platform/database/add-job.ts'
import type { Queries } from '../platform/database/database.ts'
import { computePaidTime } from './compute-paid-time.ts'
import { type Attempt, findAttemptById, findGroup, readLedger } from './store.ts'

const job = z.object({
  /** The id of our subscription row. */
  subscriptionId: id,
  when: z.enum(['now', 'period-end', 'replaced', 'unpaid']),
})

/**
 * Ends an attempt or subscription at the provider, which reports it in a webhook event. Runs as a job.
 * @throws PaymentsUnavailable, and Error if it was paid but the event has not arrived: the job has to be
 * retried
 */
export async function endSubscription(ctx: Context, payload: unknown): Promise<void> {
  const { subscriptionId: ours, when } = job.parse(payload)
  const attempt = await findAttemptById(ctx.db, ours)
  if (attempt === undefined) return
  const { subscriptionId, checkoutId } = attempt
  // If the provider begins it after all, its webhook event leads to ending it.
  if (subscriptionId === null && checkoutId === null) return
  const { payments } = ctx
  if (payments === undefined)
    throw new Error('Cannot end a subscription: no payment provider is configured')
  if (subscriptionId === null) {
    if (checkoutId !== null && !(await payments.endCheckout(checkoutId))) {
      throw new Error('A checkout was paid, but its webhook event has not arrived yet')
    }
    return
  }
  if (when === 'replaced' && !(await isReplaced(ctx, attempt))) return
  if (when === 'now' || when === 'period-end') return payments.cancel(subscriptionId, when)
  const isAwaitingRenewal = (await payments.readSubscription(subscriptionId))?.status === 'past_due'
  // The payment it is waiting for would otherwise still be charged.
  if (isAwaitingRenewal) await payments.cancel(subscriptionId, 'now')
  else if (when === 'replaced') await payments.cancel(subscriptionId, 'period-end')
}

/** Returns whether the subscription renews although it must not. */
async function isReplaced({ db, clock }: Context, { id, groupId }: Attempt): Promise<boolean> {
  const group = groupId === null ? undefined : await findGroup(db, groupId)
  if (group === undefined) return false
  const ledger = await readLedger(db, group)
  return computePaidTime({ ...ledger, now: clock.now() }).extra.includes(id)
}

/**
 * Queues a job that ends an attempt or a subscription at the provider once the transaction commits.
 * @param ending.id our row's id
 */
export function queueCancellation(
  tx: Queries,
  { id, when }: { id: number; when: 'now' | 'period-end' },
): Promise<void> {
  return addJob(tx, 'end_subscription', { subscriptionId: id, when })
}
