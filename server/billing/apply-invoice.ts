import type { Context } from '../context.ts'
import { startPaidGroup } from '../groups/index.ts'
import { sendWelcomeLink } from '../identity/index.ts'
import type { Queries } from '../platform/database/database.ts'
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
  lockAttempt,
  lockGroup,
  saveInvoice,
  updateAttempt,
} from './store.ts'
import { tellFailed, tellPaid } from './tell-owner.ts'

/** Records a paid or failed invoice in the ledger. */
export async function applyInvoice(ctx: Context, tx: Queries, fact: InvoiceFact): Promise<void> {
  const isPaid = fact.outcome === 'paid'
  await holdInvoice(tx, fact.invoiceId)
  const returns = await holdReturnsOf(tx, fact.invoiceId)
  const found = await holdAttempt(ctx, tx, { ...fact, isPaid })
  if (found === undefined) return
  const held = isPaid ? await bringToLife(ctx, tx, found) : found
  const { attempt, group } = held
  const isWaiting = attempt.groupId === null && attempt.signupId !== null
  const of = { subscriptionId: attempt.id, groupId: group?.id ?? null, isWaiting }
  const known = await findInvoice(tx, fact.invoiceId)
  const merged = mergeInvoice(known, fact, of)
  const invoice = { ...merged, paymentId: merged.paymentId ?? returns?.paymentId ?? null }
  await saveInvoice(tx, invoice)
  if (invoice.notCredited !== null) {
    const { invoiceId, notCredited: reason } = invoice
    ctx.log.error(
      { invoiceId, attempt: attempt.id, reason },
      'A payment did not add time to its group',
    )
  } else if (isPaid && group !== undefined) await keepBase(tx, group)
  if (isPaid && isWaiting && known?.paidAt == null && attempt.signupId !== null) {
    // The first link may be long gone, and nothing else leads the payer to the group.
    await sendWelcomeLink(tx, { reason: 'start-group', signupId: attempt.signupId })
  }
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

/** Marks a paid attempt as active and starts the group if it was waiting for this payment. */
async function bringToLife(ctx: Context, tx: Queries, { attempt, group }: Held): Promise<Held> {
  const status = statusOncePaid(attempt.status)
  const started = group === undefined ? await startGroup(ctx, tx, attempt) : undefined
  const groupId = group?.id ?? started?.groupId ?? null
  const golferId = attempt.golferId ?? started?.golferId ?? null
  await updateAttempt(tx, attempt.id, { status, groupId, golferId })
  return {
    // Locked again: its signup may have been deleted.
    attempt: (await lockAttempt(tx, attempt.id)) ?? attempt,
    group: group ?? (groupId === null ? undefined : await lockGroup(tx, groupId)),
  }
}

/** Returns the group that was waiting for this payment, or one that has since started at its address. */
async function startGroup(
  ctx: Context,
  tx: Queries,
  { signupId, slug, golferId }: Attempt,
): Promise<{ groupId: number; golferId: number } | undefined> {
  const started = signupId === null ? undefined : await startPaidGroup(ctx, tx, signupId)
  if (started !== undefined || golferId === null) return started
  const groupId = await findGroupOf(tx, { slug, golferId })
  return groupId === undefined ? undefined : { groupId, golferId }
}
