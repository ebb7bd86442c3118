import { createRequire } from 'node:module'
import type Stripe from 'stripe'

const load = createRequire(import.meta.url)

/** Loads the Stripe package, which is large, on first use. All callers share one copy. */
export function loadStripe(): typeof Stripe {
  return load('stripe')
}
