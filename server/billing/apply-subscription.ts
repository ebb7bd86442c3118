import * as z from 'zod'
import { id } from '../../contract/fields.ts'
import type { Context } from '../context.ts'
import { inTransaction, type Queries } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/store.ts'
import type { ProviderSubscription } from '../providers/payments/payments.ts'
import * as checkouts from './checkouts/store.ts'
import { isLive } from './compute-paid-time.ts'
import { queueCancellation } from './end-subscription.ts'
import { lockCheckoutOfEvent, lockFoundCheckout } from './lock-checkout.ts'
import { updatePaidTimeOfLockedGroup } from './update-paid-time.ts'

/** Merges what the provider reported at the time `at` into the stored subscription. */
export async function applySubscription(
  ctx: Context,
  tx: Queries,
  reported: ProviderSubscription,
  at: Date,
): Promise<void> {
  const locked = await lockCheckoutOfEvent(ctx, tx, { ...reported, isPaid: isLive(reported) })
  if (locked === undefined) return
  const { checkout, group } = locked
  const { id } = checkout
  const next = mergeSubscription(checkout, reported, at)
  if (next === 'unsure') return queueRefresh(tx, id)
  if (next !== checkout) await checkouts.updateCheckout(tx, id, next)
  // The checkout was abandoned while the provider was creating the subscription, so nobody will pay for it.
  if (next.status === 'abandoned' && reported.status === 'incomplete') {
    await queueCancellation(tx, id, 'now')
  }
  if (group !== undefined) await updatePaidTimeOfLockedGroup(tx, group, ctx.clock.now())
}

export function queueRefresh(tx: Queries, id: number) {
  return addJob(tx, 'refresh_subscription', { id }, { key: `refresh-subscription:${id}` })
}

const payloadSchema = z.object({ id })

/** How many times to read a subscription if a webhook event arrives during each read. */
const MAX_READS = 3

/** Updates a status from the provider. @throws PaymentsUnavailable; Error if events interrupt every read */
export async function refreshSubscription(ctx: Context, payload: unknown): Promise<void> {
  const { id } = payloadSchema.parse(payload)
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    if (await readAndStoreSubscription(ctx, id)) return
  }
  throw new Error('A webhook event arrived while its subscription was being read')
}

/** Returns false if a webhook event changed the subscription during the read. */
async function readAndStoreSubscription(ctx: Context, id: number): Promise<boolean> {
  const checkoutBefore = await checkouts.findCheckoutById(ctx.db, id)
  if (ctx.payments === undefined || !checkoutBefore?.subscriptionId) return true
  const reported = await ctx.payments.readSubscription(checkoutBefore.subscriptionId)
  if (reported === undefined) {
    ctx.log.error({ checkout: id }, 'The provider does not know one of our subscriptions')
    await checkouts.abandonCheckout(ctx.db, id)
    return true
  }
  return inTransaction(ctx.db, async (tx) => {
    const locked = await lockFoundCheckout(tx, checkoutBefore)
    if (locked === undefined) return true
    const { group, checkout } = locked
    const { reportedAt } = checkout
    if (reportedAt?.getTime() !== checkoutBefore.reportedAt?.getTime()) return false
    const known = { ...checkout, reportedAt: null }
    const next = mergeSubscription(known, reported, reportedAt ?? new Date(0))
    if (next === 'unsure' || next === known || isSame(known, reported)) return true
    // Keep the time of the last event: later events are compared with it, not with the time of this read.
    await checkouts.updateCheckout(tx, id, { ...next, reportedAt })
    if (group !== undefined) await updatePaidTimeOfLockedGroup(tx, group, ctx.clock.now())
    return true
  })
}

export type ReportedSubscription = Omit<
  ProviderSubscription,
  'subscriptionId' | 'customerId' | 'key'
>
export type KnownSubscription = Pick<checkouts.Checkout, keyof ReportedSubscription | 'reportedAt'>

/**
 * Merges a report into the stored subscription, in whatever order reports arrive. A canceled subscription
 * stays canceled. A live one never becomes incomplete or abandoned. When two reports of a live one differ,
 * the later report wins.
 * @returns `known` itself if nothing changes; 'unsure' if two reports from the same second conflict, so that
 * the caller must read the status from the provider
 */
export function mergeSubscription(
  known: KnownSubscription,
  reported: ReportedSubscription,
  at: Date,
): KnownSubscription | 'unsure' {
  if (known.status === 'canceled') return known
  const { status, cancelAtPeriodEnd, periodEnd } = reported
  const reportedAt = known.reportedAt !== null && known.reportedAt > at ? known.reportedAt : at
  const next = { status, cancelAtPeriodEnd, periodEnd, reportedAt }
  const wasPaid = isLive(known)
  switch (status) {
    case 'canceled':
      return next
    case 'abandoned':
      return wasPaid || known.status === 'abandoned' ? known : next
    case 'incomplete':
      return known.status === 'started' ? next : known
    case 'active':
    case 'past_due':
      if (!wasPaid || known.reportedAt === null || at > known.reportedAt) return next
      return at < known.reportedAt || isSame(known, reported) ? known : 'unsure'
  }
}

function isSame(known: KnownSubscription, reported: ReportedSubscription): boolean {
  return (
    known.status === reported.status &&
    known.cancelAtPeriodEnd === reported.cancelAtPeriodEnd &&
    known.periodEnd?.getTime() === reported.periodEnd.getTime()
  )
}
