import * as z from 'zod'
import { PRICE_CENTS, PRICE_CURRENCY } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { startPaidGroup } from '../groups/index.ts'
import { sendWelcomeLink } from '../identity/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/store.ts'
import { PaymentCallRefused, type PaymentFact } from '../providers/payments/payments.ts'
import { type Checkout, updateCheckout } from './checkouts/store.ts'
import { isLive, type PaidTime } from './compute-paid-time.ts'
import { queueCancellation } from './end-subscription.ts'
import { type LockedCheckout, lockCheckoutOfEvent } from './lock-checkout.ts'
import { notifyFailed, notifyPaid, notifyRefundedOrDisputed } from './notify-owner.ts'
import * as store from './store.ts'
import { updatePaidTimeOfLockedGroup } from './update-paid-time.ts'

type InvoiceFact = Extract<PaymentFact, { kind: 'invoice' }>

/** The value of `notCredited` for a payment that is refunded because its group was deleted. */
const GROUP_GONE = 'group-gone'

export async function applyInvoice(ctx: Context, tx: Queries, fact: InvoiceFact): Promise<void> {
  const isPaid = fact.outcome === 'paid'
  await store.lockInvoice(tx, fact.invoiceId)
  const refunds = await store.lockRefundsOf(tx, fact.invoiceId)
  const found = await lockCheckoutOfEvent(ctx, tx, { ...fact, isPaid })
  if (found === undefined) return
  const locked = isPaid ? await activateCheckout(ctx, tx, found) : found
  const { checkout, group } = locked
  const known = await store.findInvoice(tx, fact.invoiceId)
  const merged = mergeInvoice(known, fact, locked)
  const invoice = { ...merged, paymentId: merged.paymentId ?? refunds?.paymentId ?? null }
  await store.saveInvoice(tx, invoice)
  if (invoice.notCredited !== null) {
    const { invoiceId, notCredited: reason } = invoice
    ctx.log.error(
      { invoiceId, checkout: checkout.id, reason },
      'A payment did not add time to its group',
    )
  } else if (isPaid && group !== undefined) await store.savePaidTimeBase(tx, group)
  const signupId = checkout.groupId === null ? checkout.signupId : null
  if (isPaid && signupId !== null && known?.paidAt == null) {
    // Send the link again: the payer needs it to start the group, and the first email may have been lost.
    await sendWelcomeLink(tx, { reason: 'start-group', signupId })
  }
  const paidTime = await applyInvoiceEffects(ctx, tx, locked, invoice, refunds)
  if (group === undefined || paidTime === undefined) return
  const now = ctx.clock.now()
  if (isPaid) {
    if (invoice.notCredited === null) await notifyPaid(tx, group, invoice, paidTime, now)
  } else if (invoice.paidAt === null && invoice.isRenewal && checkout.status !== 'canceled') {
    const mustConfirm = fact.outcome === 'action-required'
    await notifyFailed(tx, group, invoice, { until: paidTime.until, mustConfirm }, now)
  }
}

/**
 * Updates the group's paid time, and notifies its owner and the payer of refunds and disputes. Cancels the
 * subscription after a full refund or a lost dispute. If the group was deleted, cancels the subscription and
 * refunds the payment.
 * @returns undefined if there is no group
 */
export async function applyInvoiceEffects(
  { clock }: Context,
  tx: Queries,
  { checkout, group }: LockedCheckout,
  invoice: store.Invoice,
  refunds: store.RefundTotals | undefined,
): Promise<PaidTime | undefined> {
  const now = clock.now()
  const isFullyRefunded = refunds !== undefined && refunds.refunded >= invoice.amount
  const isPaid = invoice.paidAt !== null
  if (isPaid && invoice.notCredited === GROUP_GONE) {
    await queueCancellation(tx, checkout.id, 'now')
    if (refunds !== undefined && !isFullyRefunded) {
      const { paymentId } = refunds
      await addJob(tx, 'refund_payment', { paymentId }, { key: `refund:${paymentId}` })
    }
    return undefined
  }
  const isDisputeLost = refunds?.disputeOutcome === 'lost'
  if (isPaid && (isFullyRefunded || isDisputeLost) && checkout.status !== 'canceled') {
    // Never charge payers again after they got their money back.
    await queueCancellation(tx, checkout.id, 'now')
  }
  if (group === undefined) return undefined
  const paidTime = await updatePaidTimeOfLockedGroup(tx, group, now)
  if (isPaid && refunds !== undefined) {
    const payerId = checkout.golferId
    await notifyRefundedOrDisputed(tx, { ...group, payerId }, invoice, refunds, paidTime, now)
  }
  return paidTime
}

async function activateCheckout(ctx: Context, tx: Queries, { checkout, group }: LockedCheckout) {
  // A payment makes an open or abandoned checkout active.
  const keepsStatus = isLive(checkout) || checkout.status === 'canceled'
  const status = keepsStatus ? checkout.status : 'active'
  const startedGroup = group === undefined ? await startGroup(ctx, tx, checkout) : undefined
  const groupId = group?.id ?? startedGroup?.groupId ?? null
  const golferId = checkout.golferId ?? startedGroup?.golferId ?? null
  return {
    // Use the updated row: if the group has just started, its signup was deleted, so `signupId` is now null.
    checkout: (await updateCheckout(tx, checkout.id, { status, groupId, golferId })) ?? checkout,
    group: group ?? (await store.lockGroup(tx, groupId)),
  }
}

/** Starts the group of a paid signup. If the group has already started, finds it by its slug. */
async function startGroup(ctx: Context, tx: Queries, { signupId, slug, golferId }: Checkout) {
  const startedGroup = signupId === null ? undefined : await startPaidGroup(ctx, tx, signupId)
  if (startedGroup !== undefined || golferId === null) return startedGroup
  const groupId = await store.findOwnedGroupId(tx, slug, golferId)
  return groupId === undefined ? undefined : { groupId, golferId }
}

/**
 * Merges an event into the stored invoice, or creates one. A paid invoice stays paid, in whatever order
 * events arrive. While an invoice is unpaid, the event with the latest time wins.
 */
function mergeInvoice(
  found: store.Invoice | undefined,
  fact: InvoiceFact,
  { checkout, group }: LockedCheckout,
): store.Invoice {
  const { invoiceId, amount, currency, periodStart, periodEnd, hostedUrl, isRenewal, at } = fact
  const reported = { amount, currency, periodStart, periodEnd, hostedUrl, isRenewal }
  const groupId = group?.id ?? null
  const unpaid = { paymentId: null, paidAt: null, failedAt: null, actionRequiredAt: null }
  const ids = { invoiceId, subscriptionId: checkout.id, groupId }
  const known = found ?? { ...ids, ...reported, ...unpaid, notCredited: null, createdAt: at }
  const when = (outcome: InvoiceFact['outcome']) => (fact.outcome === outcome ? at : null)
  const lastUnpaidAt = latest(known.failedAt, known.actionRequiredAt) ?? new Date(0)
  const isNewest = known.paidAt === null && (fact.outcome === 'paid' || at >= lastUnpaidAt)
  const next = {
    ...known,
    ...(isNewest && reported),
    groupId: known.groupId ?? groupId,
    paidAt: earliest(known.paidAt, when('paid')),
    failedAt: latest(known.failedAt, when('failed')),
    actionRequiredAt: latest(known.actionRequiredAt, when('action-required')),
    createdAt: earliest(known.createdAt, at) ?? at,
  }
  const notCredited = next.paidAt && (known.notCredited ?? whyNotCredited(next, checkout))
  return { ...next, notCredited }
}

/**
 * Returns why a paid invoice adds no time to a group. Returns null if it adds time, either now or once the
 * group is created from its signup.
 */
function whyNotCredited({ amount, currency, groupId }: store.Invoice, checkout: Checkout) {
  const awaitsGroup = checkout.groupId === null && checkout.signupId !== null
  if (groupId === null && !awaitsGroup) return GROUP_GONE
  if (currency !== PRICE_CURRENCY) return `currency ${currency}`
  return amount === PRICE_CENTS ? null : `amount ${amount}`
}

const earliest = (one: Date | null, other: Date | null) =>
  one !== null && (other === null || one <= other) ? one : other
const latest = (one: Date | null, other: Date | null) =>
  one !== null && (other === null || one >= other) ? one : other

const payloadSchema = z.object({ paymentId: z.string() })

/** Refunds a payment in full, once. Only logs a refusal by the provider. @throws PaymentsUnavailable */
export async function refundPayment({ payments, log }: Context, payload: unknown): Promise<void> {
  const { paymentId } = payloadSchema.parse(payload)
  if (payments === undefined)
    throw new Error('Cannot refund a payment: no payment provider is configured')
  try {
    await payments.refund(paymentId, `refund:${paymentId}`)
    log.warn({ paymentId }, 'Refunded a payment for a deleted group')
  } catch (error) {
    if (!(error instanceof PaymentCallRefused)) throw error
    log.error({ err: error, paymentId }, 'Could not refund a payment: refund it by hand')
  }
}
