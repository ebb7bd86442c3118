import { isPaymentPath } from '../../../contract/billing.ts'
import { contentPolicyWith } from '../../platform/http/content-policy.ts'

/** As https://docs.stripe.com/security/guide#content-security-policy asks for Stripe.js. */
const STRIPE_POLICY = contentPolicyWith({
  scriptSrc: ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
  frameSrc: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connectSrc: ["'self'", 'https://api.stripe.com'],
  imgSrc: ["'self'", 'https://*.stripe.com'],
})

/** The policy of a screen that shows Stripe's form; undefined for every other one. */
export function stripePolicyOf(path: string): string | undefined {
  return isPaymentPath(path) ? STRIPE_POLICY : undefined
}
