import * as z from 'zod'
import type { Context } from '../context.ts'
import { PaymentRefused } from '../providers/payments/payments.ts'

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
