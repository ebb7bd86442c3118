import { PRICE_CENTS, PRICE_CURRENCY } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { startPaidGroup } from '../groups/index.ts'
import { sendWelcomeLink } from '../identity/index.ts'
import type { Queries } from '../platform/database/database.ts'
import type { PaymentFact } from '../providers/payments/payments.ts'
import { statusOncePaid } from './apply-subscription.ts'
import { type LockedCheckout, lockAttemptOfEvent } from './lock-attempt.ts'
import { notifyFailed, notifyPaid } from './notify-owner.ts'
import type { payments } from './schema.ts'
import { settlePayment } from './settle-payment.ts'
import {
  type Attempt,
  findGroupOf,
  findInvoice,
  lockAttempt,
  lockGroup,
  lockInvoice,
  lockRefundsOf,
  saveBase,
  saveInvoice,
  updateAttempt,
} from './store.ts'

/** Records a paid or failed invoice in the ledger. */
export async function applyInvoice(ctx: Context, tx: Queries, fact: InvoiceFact): Promise<void> {
  const isPaid = fact.outcome === 'paid'
  await lockInvoice(tx, fact.invoiceId)
  const refunds = await lockRefundsOf(tx, fact.invoiceId)
  const found = await lockAttemptOfEvent(ctx, tx, { ...fact, isPaid })
  if (found === undefined) return
  const locked = isPaid ? await activateAttempt(ctx, tx, found) : found
  const { attempt, group } = locked
  const isWaiting = attempt.groupId === null && attempt.signupId !== null
  const of = { subscriptionId: attempt.id, groupId: group?.id ?? null, isWaiting }
  const known = await findInvoice(tx, fact.invoiceId)
  const merged = mergeInvoice(known, fact, of)
  const invoice = { ...merged, paymentId: merged.paymentId ?? refunds?.paymentId ?? null }
  await saveInvoice(tx, invoice)
  if (invoice.notCredited !== null) {
    const { invoiceId, notCredited: reason } = invoice
    ctx.log.error(
      { invoiceId, attempt: attempt.id, reason },
      'A payment did not add time to its group',
    )
  } else if (isPaid && group !== undefined) await saveBase(tx, group)
  if (isPaid && isWaiting && known?.paidAt == null && attempt.signupId !== null) {
    // The first link may be long gone, and nothing else leads the payer to the group.
    await sendWelcomeLink(tx, { reason: 'start-group', signupId: attempt.signupId })
  }
  const paidTime = await settlePayment(ctx, tx, locked, invoice, refunds)
  if (group === undefined || paidTime === undefined) return
  const now = ctx.clock.now()
  if (isPaid) {
    if (invoice.notCredited === null) await notifyPaid(tx, group, invoice, paidTime, now)
  } else if (invoice.paidAt === null && invoice.isRenewal && attempt.status !== 'canceled') {
    const action = fact.outcome === 'action-required'
    await notifyFailed(tx, group, invoice, { until: paidTime.until, action }, now)
  }
}

/** Marks a paid attempt as active and starts the group if it was waiting for this payment. */
async function activateAttempt(
  ctx: Context,
  tx: Queries,
  { attempt, group }: LockedCheckout,
): Promise<LockedCheckout> {
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

export type Invoice = typeof payments.$inferSelect
export type InvoiceFact = Extract<PaymentFact, { kind: 'invoice' }>

/** Why a payment for a deleted group is refunded. */
export const GROUP_GONE = 'group-gone'

/** What an invoice belongs to. */
interface InvoiceOwner {
  readonly subscriptionId: number
  readonly groupId: number | null
  /** Whether its group still waits for its owner to open the link; the payment counts once it starts. */
  readonly isWaiting: boolean
}

/**
 * Merges another event into what is known of an invoice. Paid stays paid, whatever came before or comes
 * later; otherwise the latest event wins.
 */
export function mergeInvoice(
  known: Invoice | undefined,
  fact: InvoiceFact,
  { isWaiting, ...of }: InvoiceOwner,
): Invoice {
  const { invoiceId, amount, currency, periodStart, periodEnd, hostedUrl, isRenewal, at } = fact
  const reported = { amount, currency, periodStart, periodEnd, hostedUrl, isRenewal }
  const when = (outcome: InvoiceFact['outcome']) => (fact.outcome === outcome ? at : null)
  if (known === undefined) {
    return {
      ...reported,
      invoiceId,
      ...of,
      paymentId: null,
      paidAt: when('paid'),
      failedAt: when('failed'),
      actionRequiredAt: when('action-required'),
      notCredited: when('paid') && whyNotCredited(reported, { ...of, isWaiting }),
      createdAt: at,
    }
  }
  const holds = known.paidAt === null && (fact.outcome === 'paid' || at >= lastOf(known))
  const next = {
    ...known,
    ...(holds && reported),
    groupId: known.groupId ?? of.groupId,
    paidAt: earlier(known.paidAt, when('paid')),
    failedAt: later(known.failedAt, when('failed')),
    actionRequiredAt: later(known.actionRequiredAt, when('action-required')),
    createdAt: earlier(known.createdAt, at) ?? at,
  }
  return {
    ...next,
    notCredited: next.paidAt && (known.notCredited ?? whyNotCredited(next, { ...next, isWaiting })),
  }
}

/** Returns why a payment is not credited; null if it is the exact price for an existing or waiting group. */
function whyNotCredited(
  { amount, currency }: Pick<Invoice, 'amount' | 'currency'>,
  { groupId, isWaiting }: Pick<InvoiceOwner, 'groupId' | 'isWaiting'>,
): string | null {
  if (groupId === null && !isWaiting) return GROUP_GONE
  if (currency !== PRICE_CURRENCY) return `currency ${currency}`
  return amount === PRICE_CENTS ? null : `amount ${amount}`
}

function lastOf({ failedAt, actionRequiredAt }: Invoice): Date {
  return later(failedAt, actionRequiredAt) ?? new Date(0)
}

function later(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
