import type { Context } from '../context.ts'
import { inTransaction, type Queries } from '../platform/database/database.ts'
import type { PaymentEvent, PaymentFact } from '../providers/payments/payments.ts'
import { applyInvoice, applyInvoiceEffects } from './apply-invoice.ts'
import { applySubscription } from './apply-subscription.ts'
import { findCheckoutById, updateCheckout } from './checkouts/store.ts'
import { lockCheckoutOfEvent, lockFoundCheckout } from './lock-checkout.ts'
import * as store from './store.ts'

/**
 * Applies a verified webhook event once, however often it is delivered and in whatever order events arrive.
 * After an error, the event can be delivered again. Locks event, invoice, payment, group and checkout, in
 * this order.
 */
export async function applyEvent(ctx: Context, event: PaymentEvent): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await store.insertEvent(tx, event, ctx.clock.now()))) return
    if (event.fact !== undefined) await applyFact(ctx, tx, event.fact, event.at)
  })
}

async function applyFact(ctx: Context, tx: Queries, fact: PaymentFact, at: Date): Promise<void> {
  switch (fact.kind) {
    case 'invoice':
      return applyInvoice(ctx, tx, fact)
    case 'subscription':
      return applySubscription(ctx, tx, fact, at)
    case 'payment':
      await store.lockInvoice(tx, fact.invoiceId)
      return applyRefunds(ctx, tx, fact)
    case 'refund':
      return applyRefunds(ctx, tx, fact)
    case 'dispute': {
      const { paymentId, outcome: disputeOutcome } = fact
      const disputed = disputeOutcome === 'won' ? 0 : fact.amount
      return applyRefunds(ctx, tx, { paymentId, disputed, disputeOutcome })
    }
    case 'checkout':
      return applyCheckout(ctx, tx, fact)
  }
}

/** Stores a report of refunds or disputes. If the invoice is unknown, a later event applies the report. */
async function applyRefunds(ctx: Context, tx: Queries, reported: store.ReportedRefundTotals) {
  const refunds = await store.mergeRefunds(tx, reported)
  if (refunds.invoiceId === null) return
  const invoiceBeforeLock = await store.findInvoice(tx, refunds.invoiceId)
  const checkout =
    invoiceBeforeLock && (await findCheckoutById(tx, invoiceBeforeLock.subscriptionId))
  const locked = checkout && (await lockFoundCheckout(tx, checkout))
  // Read the invoice again, because it may have changed before the checkout was locked.
  const currentInvoice = locked && (await store.findInvoice(tx, refunds.invoiceId))
  if (currentInvoice === undefined || locked === undefined) return
  const invoice = { ...currentInvoice, paymentId: currentInvoice.paymentId ?? refunds.paymentId }
  if (currentInvoice.paymentId === null) await store.saveInvoice(tx, invoice)
  await applyInvoiceEffects(ctx, tx, locked, invoice, refunds)
}

async function applyCheckout(
  ctx: Context,
  tx: Queries,
  { checkoutId, outcome, ...ids }: Extract<PaymentFact, { kind: 'checkout' }>,
): Promise<void> {
  const checkout = (await lockCheckoutOfEvent(ctx, tx, { ...ids, isPaid: false }))?.checkout
  if (checkout === undefined) return
  const isAbandoned = outcome === 'expired' && checkout.status === 'started'
  await updateCheckout(tx, checkout.id, {
    ...(checkout.checkoutId === null && { checkoutId }),
    ...(isAbandoned && { status: 'abandoned' }),
  })
}
