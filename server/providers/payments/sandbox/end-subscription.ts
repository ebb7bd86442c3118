import { listInvoices } from './begin-subscription.ts'
import type { Subscription } from './objects.ts'
import { recordEvent, type SandboxTransaction } from './transaction.ts'

/** Ends a subscription permanently. Its open invoices can no longer be paid. */
export async function endSubscription(
  tx: SandboxTransaction,
  subscription: Subscription,
): Promise<void> {
  const wasPaid = subscription.status !== 'incomplete'
  for (const invoice of await listInvoices(tx, subscription, 'open')) {
    invoice.status = wasPaid ? 'uncollectible' : 'void'
    invoice.next_payment_attempt = null
    await tx.save(invoice)
  }
  subscription.status = wasPaid ? 'canceled' : 'incomplete_expired'
  await tx.save(subscription)
  const change = wasPaid ? 'deleted' : 'updated'
  await recordEvent(tx, `customer.subscription.${change}`, subscription)
}

/** Sets whether a subscription ends with its current period. */
export async function endWithPeriod(
  tx: SandboxTransaction,
  subscription: Subscription,
  ends: boolean,
): Promise<void> {
  if (subscription.cancel_at_period_end === ends) return
  subscription.cancel_at_period_end = ends
  await tx.save(subscription)
  await recordEvent(tx, 'customer.subscription.updated', subscription)
}

export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}
