import { isPaymentPath } from '../../contract/billing.ts'
import type { Context } from '../context.ts'
import { isLoopback } from '../platform/config.ts'
import { contentPolicyWith } from '../platform/http/security.ts'
import { stripePayments } from '../providers/payments/stripe.ts'
import { openSandbox } from './sandbox/sandbox.ts'

/**
 * Returns Stripe if it is configured, or else the sandbox in local mode, but only on loopback: other machines
 * must not reach it, because it gives paid time for test cards. If payments are off, returns undefined.
 */
export function choosePayments(ctx: Pick<Context, 'config' | 'db' | 'clock' | 'log'>) {
  const { config, log } = ctx
  if (config.stripe !== undefined) {
    return stripePayments({
      ...config.stripe,
      onPause: (cause) => log.error({ cause }, 'Stripe keeps failing: pausing requests to it'),
      onUnreadable: (cause) => log.error({ cause }, 'Could not parse a Stripe event'),
    })
  }
  return !config.isProduction && isLoopback(config.host) ? openSandbox(ctx) : undefined
}

/** Allows the hosts in https://docs.stripe.com/security/guide#content-security-policy for Stripe.js. */
const STRIPE_POLICY = contentPolicyWith({
  scriptSrc: ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
  frameSrc: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connectSrc: ["'self'", 'https://api.stripe.com'],
  imgSrc: ["'self'", 'https://*.stripe.com'],
})

export function stripePolicyOf(path: string): string | undefined {
  return isPaymentPath(path) ? STRIPE_POLICY : undefined
}
