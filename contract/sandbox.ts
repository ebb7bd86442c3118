import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, text } from './fields.ts'

// The API of the sandbox, which simulates Stripe's pages and scripts in local mode. Amounts are in cents.

/** Stripe's names for its test cards. The server never gets card numbers. */
export const testCard = z.enum([
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_chargeDeclinedInsufficientFunds',
  'pm_card_chargeDeclinedExpiredCard',
  'pm_card_chargeDeclinedIncorrectCvc',
  'pm_card_authenticationRequiredOnSetup',
  'pm_card_authenticationRequired',
  'pm_card_chargeCustomerFail',
])
export type TestCard = z.output<typeof testCard>

const paymentBody = z.object({
  card: testCard,
  /** Omitted until the bank asks for authentication. */
  authentication: z.optional(z.enum(['passed', 'failed'])),
})

/** 'requires-action': the bank asks for authentication, so call again with `authentication`. */
const paymentOutcome = z.enum(['paid', 'requires-action'])

export const confirmSandboxPayment = endpoint('POST', '/api/sandbox/confirm', {
  summary: 'Test mode: pay with a client secret',
  body: z.extend(paymentBody, { clientSecret: text(200) }),
  response: z.object({ outcome: paymentOutcome }),
})

const sandboxIdParams = z.object({ id: text(200) })

export const readSandboxCheckout = endpoint('GET', '/api/sandbox/checkouts/{id}', {
  summary: 'Test mode: what a checkout charges for',
  params: sandboxIdParams,
  response: z.object({
    status: z.enum(['open', 'complete', 'expired']),
    email: z.string(),
    amount: z.int(),
    description: z.string(),
    successUrl: z.string(),
    cancelUrl: z.string(),
  }),
})

export const paySandboxCheckout = endpoint('POST', '/api/sandbox/checkouts/{id}/pay', {
  summary: 'Test mode: pay a checkout',
  params: sandboxIdParams,
  body: paymentBody,
  response: z.object({ outcome: paymentOutcome, successUrl: z.string() }),
})

export const readSandboxPortal = endpoint('GET', '/api/sandbox/portals/{id}', {
  summary: "Test mode: a customer's card, invoices and subscriptions",
  params: sandboxIdParams,
  response: z.object({
    email: z.string(),
    returnUrl: z.string(),
    card: z.nullable(testCard),
    subscriptions: z.array(
      z.object({
        id: z.string(),
        description: z.string(),
        status: z.string(),
        amount: z.int(),
        periodStart: instant,
        periodEnd: instant,
        cancelAtPeriodEnd: z.boolean(),
      }),
    ),
    invoices: z.array(
      z.object({
        id: z.string(),
        createdAt: instant,
        amount: z.int(),
        status: z.string(),
      }),
    ),
  }),
})

/**
 * Makes the changes that Stripe's customer portal offers. Can also renew immediately, and refund or dispute
 * the latest payment. Disputing it again withdraws the dispute. Otherwise the dispute is lost after ten days.
 */
export const changeSandboxPortal = endpoint('POST', '/api/sandbox/portals/{id}', {
  summary: 'Test mode: change the card, cancel, resume, renew now, refund or dispute',
  params: sandboxIdParams,
  body: z.discriminatedUnion('action', [
    z.object({ action: z.literal('card'), card: testCard }),
    z.object({
      action: z.enum(['cancel', 'resume', 'renew', 'refund', 'dispute']),
      subscriptionId: text(200),
    }),
  ]),
})
