import { PRICE_MONTHS } from '../../../contract/limits.ts'
import { zoned } from '../../platform/clock.ts'
import { addInvoice, listInvoices } from './invoices.ts'
import { type Customer, dateOf, newId, type Subscription } from './objects.ts'
import type { SandboxTx } from './store.ts'

export function addCustomer(tx: SandboxTx, { key, email }: { key: string; email: string }) {
  const metadata = { key }
  return tx.create('customer', newId('cus'), { email, metadata, default_payment_method: null })
}

export async function beginSubscription(
  tx: SandboxTx,
  customer: Customer,
  { key, description }: { key: string; description: string },
) {
  const { now } = tx
  const subscription = await tx.create('subscription', newId('sub'), {
    customer: customer.id,
    description,
    metadata: { key },
    items: { data: [{ current_period_start: now, current_period_end: nextPeriodEnd(now, now) }] },
    status: 'incomplete',
    billing_cycle_anchor: now,
    cancel_at_period_end: false,
    cancel_at: null,
    default_payment_method: null,
  })
  const invoice = await addInvoice(tx, subscription, 'subscription_create')
  await tx.record('customer.subscription.created', subscription)
  return { subscription, invoice }
}

export async function beginNextPeriod(tx: SandboxTx, subscription: Subscription) {
  const [item] = subscription.items.data
  // If the renewal date was moved, the subscription was on trial until now.
  subscription.status = 'active'
  item.current_period_start = item.current_period_end
  item.current_period_end = nextPeriodEnd(
    subscription.billing_cycle_anchor,
    item.current_period_start,
  )
  await tx.save(subscription)
  return addInvoice(tx, subscription, 'subscription_cycle')
}

/** Counts from the anchor, so that a period from August 31 to February 28 is followed by one to August 31. */
function nextPeriodEnd(anchor: number, after: number): number {
  const from = zoned(dateOf(anchor), 'UTC')
  for (let periods = 1; ; periods += 1) {
    const end = from.add({ months: PRICE_MONTHS * periods }).epochMilliseconds / 1_000
    if (end > after) return end
  }
}

export async function endSubscription(tx: SandboxTx, subscription: Subscription) {
  const wasPaid = subscription.status !== 'incomplete'
  for (const invoice of await listInvoices(tx, subscription.id, 'open')) {
    invoice.status = wasPaid ? 'uncollectible' : 'void'
    invoice.next_payment_attempt = null
    await tx.save(invoice)
  }
  subscription.status = wasPaid ? 'canceled' : 'incomplete_expired'
  const change = wasPaid ? 'deleted' : 'updated'
  await tx.record(`customer.subscription.${change}`, subscription)
}

export async function setCancelAtPeriodEnd(
  tx: SandboxTx,
  subscription: Subscription,
  cancelsAtPeriodEnd: boolean,
) {
  if (subscription.cancel_at_period_end === cancelsAtPeriodEnd) return
  subscription.cancel_at_period_end = cancelsAtPeriodEnd
  await tx.record('customer.subscription.updated', subscription)
}

export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}
