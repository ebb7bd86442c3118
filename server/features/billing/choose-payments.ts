import type { Context } from '../../context.ts'
import type { Payments } from '../../providers/payments/payments.ts'
import { openSandbox } from '../sandbox/open-sandbox.ts'

/** Stripe where it is configured; else a sandbox in local mode, and in production nothing can be paid. */
export function choosePayments(
  house: Pick<Context, 'config' | 'db' | 'clock' | 'log'>,
): Payments | undefined {
  if (house.config.production) return undefined
  return openSandbox(house)
}
