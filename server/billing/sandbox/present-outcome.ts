import { AppError, notFound } from '../../platform/errors.ts'
import type { Changed } from '../../providers/payments/sandbox/portal.ts'
import type { Paid } from '../../providers/payments/sandbox.ts'

/**
 * Returns the response to a payment.
 * @throws AppError for a payment that failed
 */
export function presentPaid(paid: Paid | undefined): { outcome: 'paid' | 'requires-action' } {
  if (paid === undefined) throw notFound('payment')
  if (paid.outcome === 'declined') throw new AppError('CARD_DECLINED', paid.message)
  if (paid.outcome === 'over') {
    throw new AppError(
      'OUT_OF_DATE',
      'This payment can no longer be made. Go back and begin it again.',
    )
  }
  return { outcome: paid.outcome }
}

/** Returns the response to a change. @throws AppError for a change that failed */
export function presentChanged(changed: Changed | undefined): { message: string } {
  if (changed === undefined) throw notFound('subscription')
  if (changed.outcome === 'declined') throw new AppError('CARD_DECLINED', changed.message)
  if (changed.outcome === 'not-now') throw new AppError('OUT_OF_DATE', changed.message)
  return { message: 'Saved' }
}
