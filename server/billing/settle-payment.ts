import * as z from 'zod'
import type { Context } from '../context.ts'
import { addJob } from '../platform/database/add-job.ts'
import type { Queries } from '../platform/database/database.ts'
import { PaymentRefused } from '../providers/payments/payments.ts'
import { GROUP_GONE, type Invoice } from './apply-invoice.ts'
import type { PaidTime } from './compute-paid-time.ts'
import { queueCancellation } from './end-subscription.ts'
import type { LockedCheckout } from './lock-attempt.ts'
import { notifyRefunded } from './notify-owner.ts'
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

const job = z.object({ paymentId: z.string() })

/**
 * Refunds a payment in full, once, however often this is called. Runs as a job.
 * @throws PaymentsUnavailable: the job has to be retried
 */
export async function refundPayment(
  { payments, log }: Pick<Context, 'payments' | 'log'>,
  payload: unknown,
): Promise<void> {
  const { paymentId } = job.parse(payload)
  if (payments === undefined)
    throw new Error('Cannot refund a payment: no payment provider is configured')
  try {
    await payments.refund(paymentId, `refund:${paymentId}`)
    log.warn({ paymentId }, 'Refunded a payment for a deleted group')
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    log.error({ err: error, paymentId }, 'Could not refund a payment: refund it by hand')
  }
}
