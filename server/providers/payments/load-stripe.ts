import { createRequire } from 'node:module'
import type Stripe from 'stripe'

const load = createRequire(import.meta.url)

/** The package is large: only who needs it loads it, and both that do load the same. */
export function loadStripe(): typeof Stripe {
  return load('stripe')
}
