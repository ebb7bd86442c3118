import * as z from 'zod'
import type { Context } from '../../context.ts'
import { PaymentRefused } from '../../providers/payments/payments.ts'

const job = z.object({ paymentId: z.string() })

/**
 * Gives a payment back whole; once, however often this is called. For a job.
 * @throws PaymentsUnavailable: the job is to try again
 */
export async function refundPayment(
  { payments, log }: Pick<Context, 'payments' | 'log'>,
  payload: unknown,
): Promise<void> {
  const { paymentId } = job.parse(payload)
  if (payments === undefined) throw new Error('Nobody is there to give a payment back')
  try {
    await payments.refund(paymentId, `refund:${paymentId}`)
    log.warn({ paymentId }, 'A payment for a group that is gone was given back')
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    log.error({ err: error, paymentId }, 'A payment could not be given back: do it by hand')
  }
}
