import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { startPaidGroup } from '../signups/start-group.ts'
import { type Held, holdAttempt } from './hold-attempt.ts'
import { type InvoiceFact, mergeInvoice } from './merge-invoice.ts'
import { statusOncePaid } from './merge-subscription.ts'
import { settlePayment } from './settle-payment.ts'
import {
  type Attempt,
  findGroupOf,
  findInvoice,
  holdInvoice,
  holdReturnsOf,
  keepBase,
  lockGroup,
  saveInvoice,
  updateAttempt,
} from './store.ts'
import { tellFailed, tellPaid } from './tell-owner.ts'

/** Enters an invoice that was paid, or was not, into the ledger. */
export async function applyInvoice(ctx: Context, tx: Queries, fact: InvoiceFact): Promise<void> {
  const isPaid = fact.outcome === 'paid'
  await holdInvoice(tx, fact.invoiceId)
  const returns = await holdReturnsOf(tx, fact.invoiceId)
  const found = await holdAttempt(ctx, tx, { ...fact, isPaid })
  if (found === undefined) return
  const held = isPaid ? await bringToLife(ctx, tx, found) : found
  const { attempt, group } = held
  const of = { subscriptionId: attempt.id, groupId: group?.id ?? null }
  const known = await findInvoice(tx, fact.invoiceId)
  const merged = mergeInvoice(known, fact, of)
  const invoice = { ...merged, paymentId: merged.paymentId ?? returns?.paymentId ?? null }
  await saveInvoice(tx, invoice)
  if (invoice.notCredited !== null) {
    const { invoiceId, notCredited: reason } = invoice
    ctx.log.error({ invoiceId, attempt: attempt.id, reason }, 'A payment adds no time to its group')
  } else if (isPaid && group !== undefined) await keepBase(tx, group)
  const reckoned = await settlePayment(ctx, tx, held, invoice, returns)
  if (group === undefined || reckoned === undefined) return
  const now = ctx.clock.now()
  if (isPaid) {
    if (invoice.notCredited === null) await tellPaid(tx, group, invoice, reckoned, now)
  } else if (invoice.paidAt === null && invoice.isRenewal && attempt.status !== 'canceled') {
    const action = fact.outcome === 'action-required'
    await tellFailed(tx, group, invoice, { until: reckoned.until, action }, now)
  }
}

/** What is paid is under way, and a group that waited for it starts. */
async function bringToLife(ctx: Context, tx: Queries, { attempt, group }: Held): Promise<Held> {
  const status = statusOncePaid(attempt.status)
  const groupId = group?.id ?? (await startGroup(ctx, tx, attempt)) ?? null
  await updateAttempt(tx, attempt.id, { status, groupId })
  return {
    attempt: { ...attempt, status, groupId },
    group: group ?? (groupId === null ? undefined : await lockGroup(tx, groupId)),
  }
}

/** The group that waits at this address for its golfer, or that has started there meanwhile. */
async function startGroup(
  ctx: Context,
  tx: Queries,
  attempt: Attempt,
): Promise<number | undefined> {
  return (await startPaidGroup(ctx, tx, attempt)) ?? (await findGroupOf(tx, attempt))
}
