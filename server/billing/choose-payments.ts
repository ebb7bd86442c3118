import type { Context } from '../context.ts'
import { isLoopback } from '../platform/config.ts'
import type { Payments } from '../providers/payments/payments.ts'
import { stripePayments } from '../providers/payments/stripe.ts'
import { openSandbox } from './sandbox/open-sandbox.ts'

/**
 * Returns Stripe if it is configured. Otherwise returns a sandbox in local mode, where only this machine
 * can connect, because its cards are never charged. In production and on other hosts, payments are off.
 */
export function choosePayments(
  billing: Pick<Context, 'config' | 'db' | 'clock' | 'log'>,
): Payments | undefined {
  const { config, log } = billing
  if (config.stripe !== undefined) {
    return stripePayments({
      ...config.stripe,
      onPause: (cause) => log.error({ cause }, 'Stripe keeps failing: pausing requests to it'),
      onUnreadable: (cause) => log.error({ cause }, 'Could not parse a Stripe event'),
    })
  }
  return !config.production && isLoopback(config.host) ? openSandbox(billing) : undefined
}
