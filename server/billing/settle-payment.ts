import type { Context } from '../context.ts'
import { addJob } from '../platform/database/add-job.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Held } from './hold-attempt.ts'
import { GROUP_GONE, type Invoice } from './merge-invoice.ts'
import { queueEnding } from './queue-ending.ts'
import { reckonHeld } from './reckon-group.ts'
import type { Reckoned } from './reckon-time.ts'
import type { Returns } from './store.ts'
import { tellReturned } from './tell-owner.ts'

/**
 * Applies an invoice and what is known of its payment, whichever arrived last. Updates the group's time,
 * refunds payments for a deleted group, and ends subscriptions whose payment was returned.
 */
export async function settlePayment(
  { clock }: Pick<Context, 'clock'>,
  tx: Queries,
  { attempt, group }: Held,
  invoice: Invoice,
  returns: Returns | undefined,
): Promise<Reckoned | undefined> {
  const now = clock.now()
  const isWholeBack = returns !== undefined && returns.refunded >= invoice.amount
  const isPaid = invoice.paidAt !== null
  if (isPaid && invoice.notCredited === GROUP_GONE) {
    await queueEnding(tx, { id: attempt.id, when: 'now' })
    if (returns !== undefined && !isWholeBack) {
      const { paymentId } = returns
      await addJob(tx, 'refund_payment', { paymentId }, { key: `refund:${paymentId}` })
    }
    return undefined
  }
  const isLost = returns?.disputeOutcome === 'lost'
  if (isPaid && (isWholeBack || isLost) && attempt.status !== 'canceled') {
    // Nobody is charged again after getting their money back.
    await queueEnding(tx, { id: attempt.id, when: 'now' })
  }
  if (group === undefined) return undefined
  const reckoned = await reckonHeld(tx, group, now)
  if (isPaid && returns !== undefined) {
    await tellReturned(tx, group, invoice, returns, reckoned, now)
  }
  return reckoned
}
