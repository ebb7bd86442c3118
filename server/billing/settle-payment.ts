import type { Context } from '../context.ts'
import type { Queries } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/store.ts'
import type { PaidTime } from './compute-paid-time.ts'
import type { LockedCheckout } from './lock-attempt.ts'
import { GROUP_GONE, type Invoice } from './merge-invoice.ts'
import { notifyRefunded } from './notify-owner.ts'
import { queueCancellation } from './queue-cancellation.ts'
import type { Refunds } from './store.ts'
import { updateLockedGroup } from './update-paid-time.ts'

/**
 * Applies an invoice and what is known of its payment, whichever arrived last. Updates the group's time,
 * refunds payments for a deleted group, and ends subscriptions whose payment was returned.
 */
export async function settlePayment(
  { clock }: Pick<Context, 'clock'>,
  tx: Queries,
  { attempt, group }: LockedCheckout,
  invoice: Invoice,
  refunds: Refunds | undefined,
): Promise<PaidTime | undefined> {
  const now = clock.now()
  const isWholeBack = refunds !== undefined && refunds.refunded >= invoice.amount
  const isPaid = invoice.paidAt !== null
  if (isPaid && invoice.notCredited === GROUP_GONE) {
    await queueCancellation(tx, { id: attempt.id, when: 'now' })
    if (refunds !== undefined && !isWholeBack) {
      const { paymentId } = refunds
      await addJob(tx, 'refund_payment', { paymentId }, { key: `refund:${paymentId}` })
    }
    return undefined
  }
  const isLost = refunds?.disputeOutcome === 'lost'
  if (isPaid && (isWholeBack || isLost) && attempt.status !== 'canceled') {
    // Nobody is charged again after getting their money back.
    await queueCancellation(tx, { id: attempt.id, when: 'now' })
  }
  if (group === undefined) return undefined
  const paidTime = await updateLockedGroup(tx, group, now)
  if (isPaid && refunds !== undefined) {
    await notifyRefunded(tx, group, invoice, refunds, paidTime, now)
  }
  return paidTime
}
