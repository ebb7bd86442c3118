import * as z from 'zod'
import { id } from '../../contract/fields.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/store.ts'
import { PaymentCallRefused } from '../providers/payments/payments.ts'
import { findCheckoutById } from './checkouts/store.ts'
import { readPaidTime } from './store.ts'

/** `subscriptionId` is the id of our row in `subscriptions`, not the provider's id. */
const payloadSchema = z.object({ subscriptionId: id })

/**
 * Moves the renewal or the end of a subscription to the end of the group's paid time. If the provider refuses
 * the date, cancels the renewal, so that nobody is charged on a day that we did not show. Runs as a job.
 * @throws PaymentsUnavailable
 */
export async function alignRenewal(ctx: Context, payload: unknown): Promise<void> {
  const { subscriptionId: rowId } = payloadSchema.parse(payload)
  const { db, payments, log, clock } = ctx
  const checkout = await findCheckoutById(db, rowId)
  if (payments === undefined || !checkout?.subscriptionId || checkout.groupId === null) return
  const { subscriptionId, groupId } = checkout
  const reported = await payments.readSubscription(subscriptionId)
  if (reported?.status !== 'active') return
  // Read the ledger only after the provider has reported its date, so that the ledger includes the changes that
  // led to that date. If the event about a change has not arrived yet, that event will queue this job again.
  const renewal = (await readPaidTime(db, groupId, clock.now()))?.renewal
  if (renewal?.id !== rowId || isSameSecond(reported.periodEnd, renewal.at)) return
  const { cancelAtPeriodEnd: ends } = reported
  try {
    await payments.moveRenewal(subscriptionId, { at: renewal.at, ends })
  } catch (error) {
    if (!(error instanceof PaymentCallRefused)) throw error
    log.error(
      { err: error, subscription: subscriptionId, groupId, at: renewal.at },
      'Could not move a renewal to the date its group is paid until: canceling the subscription',
    )
    if (!ends) await payments.cancel(subscriptionId, 'period-end')
  }
}

export function queueAlignment(tx: Queries, id: number) {
  return addJob(tx, 'align_renewal', { subscriptionId: id }, { key: `align-renewal:${id}` })
}

/** The provider stores times in whole seconds. */
export function isSameSecond(time: Date | null | undefined, other: Date): boolean {
  return time != null && Math.floor(+time / 1_000) === Math.floor(+other / 1_000)
}
