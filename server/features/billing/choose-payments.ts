import type { Context } from '../../context.ts'
import type { Payments } from '../../providers/payments/payments.ts'

/** Stripe where it is configured; else a sandbox in local mode, and in production nothing can be paid. */
export function choosePayments(
  _house: Pick<Context, 'config' | 'db' | 'clock' | 'log'>,
): Payments | undefined {
  return undefined
}
