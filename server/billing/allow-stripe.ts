import { isPaymentPath } from '../../contract/billing.ts'
import { contentPolicyWith } from '../platform/http/security.ts'

/** What https://docs.stripe.com/security/guide#content-security-policy requires for Stripe.js. */
const STRIPE_POLICY = contentPolicyWith({
  scriptSrc: ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
  frameSrc: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connectSrc: ["'self'", 'https://api.stripe.com'],
  imgSrc: ["'self'", 'https://*.stripe.com'],
})

/** Returns the content security policy for a screen with Stripe's form, or undefined for other paths. */
export function stripePolicyOf(path: string): string | undefined {
  return isPaymentPath(path) ? STRIPE_POLICY : undefined
}
