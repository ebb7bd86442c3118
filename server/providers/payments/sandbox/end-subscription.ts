import { type Invoice, type Subscription, secondsOf } from './objects.ts'
import { billOf } from './pay-invoice.ts'
import { recordEvent, type SandboxTransaction } from './transaction.ts'

const ENDED_STATUSES: readonly Subscription['status'][] = ['incomplete_expired', 'canceled']

export function hasEnded({ status }: Subscription): boolean {
  return ENDED_STATUSES.includes(status)
}

/** Ends a subscription for good; its unpaid invoices can no longer be paid. */
export async function endSubscription(
  tx: SandboxTransaction,
  subscription: Subscription,
): Promise<void> {
  const now = secondsOf(tx.now)
  const wasPaid = subscription.status !== 'incomplete'
  for (const invoice of await openInvoices(tx, subscription)) {
    await closeInvoice(tx, invoice, wasPaid ? 'uncollectible' : 'void')
  }
  subscription.status = wasPaid ? 'canceled' : 'incomplete_expired'
  subscription.canceled_at ??= now
  subscription.ended_at = now
  await tx.save(subscription)
  await recordEvent(
    tx,
    wasPaid ? 'customer.subscription.deleted' : 'customer.subscription.updated',
    subscription,
  )
}

/** Schedules a subscription to end with its period, or undoes that. */
export async function endWithPeriod(
  tx: SandboxTransaction,
  subscription: Subscription,
  ends: boolean,
): Promise<void> {
  if (subscription.cancel_at_period_end === ends) return
  const [item] = subscription.items.data
  subscription.cancel_at_period_end = ends
  subscription.cancel_at = ends ? item.current_period_end : null
  subscription.canceled_at = ends ? secondsOf(tx.now) : null
  await tx.save(subscription)
  await recordEvent(tx, 'customer.subscription.updated', subscription)
}

export async function openInvoices(
  tx: SandboxTransaction,
  { id }: Subscription,
): Promise<Invoice[]> {
  const open = await tx.list('invoice', { status: 'open' })
  return open.filter(({ parent }) => parent.subscription_details.subscription === id)
}

async function closeInvoice(
  tx: SandboxTransaction,
  invoice: Invoice,
  status: 'uncollectible' | 'void',
): Promise<void> {
  const { intent, payment } = await billOf(tx, invoice)
  const now = secondsOf(tx.now)
  intent.status = 'canceled'
  payment.status = 'canceled'
  payment.status_transitions = { ...payment.status_transitions, canceled_at: now }
  invoice.status = status
  invoice.next_payment_attempt = null
  invoice.status_transitions = {
    ...invoice.status_transitions,
    ...(status === 'void' ? { voided_at: now } : { marked_uncollectible_at: now }),
  }
  for (const thing of [intent, payment, invoice]) await tx.save(thing)
}
