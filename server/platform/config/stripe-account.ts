import * as z from 'zod'
import { httpUrl, optional } from './variables.ts'

export interface StripeAccount {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** The price of a group for six months. */
  priceId: string
  /** The address of another server that implements Stripe's API. */
  apiBase: string | undefined
}

export const stripeVariables = {
  STRIPE_SECRET_KEY: optional(
    z
      .string()
      .regex(
        /^[sr]k_(test|live)_\w{16,}$/,
        "must start with sk_test_, sk_live_, rk_test_ or rk_live_, as shown in Stripe's dashboard",
      ),
  ),
  STRIPE_PUBLISHABLE_KEY: optional(
    z
      .string()
      .regex(
        /^pk_(test|live)_\w{16,}$/,
        "must start with pk_test_ or pk_live_, as shown in Stripe's dashboard",
      ),
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    z
      .string()
      .regex(
        /^whsec_[\w+/=]{16,}$/,
        "must start with whsec_, as shown for the webhook in Stripe's dashboard",
      ),
  ),
  STRIPE_PRICE_ID: optional(
    z
      .string()
      .regex(/^price_\w+$/, "must start with price_, as shown for the price in Stripe's dashboard"),
  ),
  STRIPE_API_BASE: optional(
    httpUrl.refine(
      (url) => new URL(url).pathname === '/' && !/[?#@]/.test(url),
      'must be an address without a path, like http://127.0.0.1:4020',
    ),
  ),
}

type Given = z.output<z.ZodObject<typeof stripeVariables>>

const NEEDED = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_ID',
] as const

/** Returns the first variable that is missing or conflicts with another, and why; undefined if none is. */
export function stripeProblemOf(given: Given): { path: string; message: string } | undefined {
  const isAsked = [...NEEDED, 'STRIPE_API_BASE' as const].some((name) => given[name] !== undefined)
  if (!isAsked) return undefined
  const missing = NEEDED.find((name) => given[name] === undefined)
  if (missing !== undefined) {
    return { path: missing, message: `must be set: ${NEEDED.join(', ')} are only valid together` }
  }
  const [secret, publishable] = [given.STRIPE_SECRET_KEY, given.STRIPE_PUBLISHABLE_KEY].map(
    (key) => (key?.includes('_live_') ? 'live' : 'test'),
  )
  if (secret !== publishable) {
    return {
      path: 'STRIPE_PUBLISHABLE_KEY',
      message: `is a ${publishable} key, but STRIPE_SECRET_KEY is a ${secret} key`,
    }
  }
  return undefined
}

/** Returns the account; undefined unless all required variables are set. */
export function stripeAccountOf(given: Given): StripeAccount | undefined {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_ID: priceId,
    STRIPE_API_BASE: apiBase,
  } = given
  if (
    secretKey === undefined ||
    publishableKey === undefined ||
    webhookSecret === undefined ||
    priceId === undefined
  ) {
    return undefined
  }
  return { secretKey, publishableKey, webhookSecret, priceId, apiBase }
}
