import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, id, idInAddress, instant } from './fields.ts'

/** What the browser needs to show a form to pay with. */
export const paymentForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stripe'), publishableKey: z.string() }),
  /** Test mode: no card is charged. */
  z.object({ kind: z.literal('sandbox') }),
])
export type PaymentForm = z.output<typeof paymentForm>

export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/create-subscription',
  summary: "Begin the payment for a group's next six months",
  body: z.object({ groupId: id }),
  answer: z.object({ clientSecret: z.string(), form: paymentForm }),
})

/**
 * How a group is paid for: 'free' has no end and costs nothing; 'trial' has never been paid;
 * 'active' is paid; 'past-due' waits for a payment that failed; 'ended' is a trial or subscription
 * whose time is over.
 */
export const subscriptionState = z.enum(['free', 'trial', 'active', 'past-due', 'ended'])
export type SubscriptionState = z.output<typeof subscriptionState>

export const readSubscription = endpoint({
  method: 'GET',
  path: '/api/groups/{id}/subscription',
  summary: 'How a group of mine is paid for',
  params: z.object({ id: idInAddress }),
  answer: z.object({
    state: subscriptionState,
    /** Until when the group can be used; null without an end. */
    paidUntil: z.nullable(instant),
    /** When the card is charged next; null when it is not. */
    nextPaymentAt: z.nullable(instant),
    /** Whether the group's subscription is mine to manage: I pay for it. */
    canManage: z.boolean(),
    /** Whether money can be paid on this server. */
    canPay: z.boolean(),
  }),
})
export type GroupSubscription = z.output<typeof readSubscription.answer>

export const openBillingPortal = endpoint({
  method: 'POST',
  path: '/api/groups/{id}/billing-portal',
  summary: "The payment provider's page for my card, invoices and cancelling",
  params: z.object({ id: idInAddress }),
  answer: z.object({ url: z.string() }),
})

/** Where a payment stands, as the house's ledger has it. */
export const paymentStatus = z.enum([
  'paid',
  'failed',
  'action-required',
  'refunded',
  'partly-refunded',
  'disputed',
  /** Paid, but not what was asked for: not credited. */
  'not-credited',
])

export const groupPayment = z.object({
  /** The provider's id of the invoice. */
  id: z.string(),
  status: paymentStatus,
  /** Cents. */
  amount: z.int(),
  /** Cents that were given back or are disputed. */
  returned: z.int(),
  currency: z.string(),
  paidAt: z.nullable(instant),
  createdAt: instant,
  /** What it pays for. */
  periodStart: instant,
  periodEnd: instant,
  payerName: z.nullable(z.string()),
})
export type GroupPayment = z.output<typeof groupPayment>

export const listGroupPayments = endpoint({
  method: 'GET',
  path: '/api/super-admin/groups/{groupId}/payments',
  summary: 'The payments of a group, newest first',
  params: z.object({ groupId: idInAddress }),
  answer: z.array(groupPayment),
})

export const readRevenue = endpoint({
  method: 'GET',
  path: '/api/super-admin/revenue',
  summary: 'How groups are paid for, and what came in each month',
  answer: z.object({
    /** Groups that are switched on, by how they stand. */
    paid: z.int(),
    trial: z.int(),
    pastDue: z.int(),
    lapsed: z.int(),
    /** The last twelve months (UTC), the oldest first, without gaps. */
    months: z.array(
      z.object({
        /** 'YYYY-MM'. */
        month: z.string(),
        /** Cents that came in, less what was given back of them. */
        amount: z.int(),
        payments: z.int(),
      }),
    ),
    /** Whether money can be paid on this server, and whether it is money. */
    payments: z.enum(['stripe', 'sandbox', 'off']),
  }),
})
export type Revenue = z.output<typeof readRevenue.answer>

/** The calls of the local sandbox, which stands where Stripe's own pages and scripts would. */

/** Stripe's names for its test cards; the browser knows their numbers, this server never does. */
export const testCard = z.enum([
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_chargeDeclinedInsufficientFunds',
  'pm_card_chargeDeclinedExpiredCard',
  'pm_card_chargeDeclinedIncorrectCvc',
  'pm_card_authenticationRequired',
  'pm_card_chargeCustomerFail',
])
export type TestCard = z.output<typeof testCard>

const toPay = z.object({
  card: testCard,
  /** What the cardholder answered to the bank's question; left out before it is asked. */
  authentication: z.optional(z.enum(['passed', 'failed'])),
})

/** 'requires-action': the bank asks the cardholder first; pay again with the answer. */
const paymentOutcome = z.enum(['paid', 'requires-action'])

export const confirmSandboxPayment = endpoint({
  method: 'POST',
  path: '/api/sandbox/confirm',
  summary: 'Test mode: pay what a client secret names',
  body: z.extend(toPay, { clientSecret: z.string().check(z.maxLength(200)) }),
  answer: z.object({ outcome: paymentOutcome }),
})

const sandboxId = z.object({ id: z.string().check(z.maxLength(200)) })

export const readSandboxCheckout = endpoint({
  method: 'GET',
  path: '/api/sandbox/checkouts/{id}',
  summary: 'Test mode: what is to be paid',
  params: sandboxId,
  answer: z.object({
    status: z.enum(['open', 'complete', 'expired']),
    email: z.string(),
    /** Cents. */
    amount: z.int(),
    description: z.string(),
    successUrl: z.string(),
    cancelUrl: z.string(),
  }),
})

export const paySandboxCheckout = endpoint({
  method: 'POST',
  path: '/api/sandbox/checkouts/{id}/pay',
  summary: 'Test mode: pay',
  params: sandboxId,
  body: toPay,
  answer: z.object({ outcome: paymentOutcome, successUrl: z.string() }),
})

export const readSandboxPortal = endpoint({
  method: 'GET',
  path: '/api/sandbox/portals/{id}',
  summary: 'Test mode: the card, invoices and subscriptions of who pays',
  params: sandboxId,
  answer: z.object({
    email: z.string(),
    returnUrl: z.string(),
    card: z.nullable(testCard),
    subscriptions: z.array(
      z.object({
        id: z.string(),
        description: z.string(),
        status: z.string(),
        /** Cents. */
        amount: z.int(),
        periodEnd: instant,
        cancelAtPeriodEnd: z.boolean(),
      }),
    ),
    invoices: z.array(
      z.object({
        id: z.string(),
        createdAt: instant,
        /** Cents. */
        amount: z.int(),
        status: z.string(),
      }),
    ),
  }),
})

/**
 * What a portal does: another card; cancelling at the period's end, or not after all; and, as nobody
 * waits six months for a test, the renewal at once, a refund and a dispute of the latest payment.
 */
export const changeSandboxPortal = endpoint({
  method: 'POST',
  path: '/api/sandbox/portals/{id}',
  summary: 'Test mode: change the card, cancel, resume, renew at once, refund, dispute',
  params: sandboxId,
  body: z.discriminatedUnion('action', [
    z.object({ action: z.literal('card'), card: testCard }),
    z.object({
      action: z.enum(['cancel', 'resume', 'renew', 'refund', 'dispute']),
      subscriptionId: z.string().check(z.maxLength(200)),
    }),
  ]),
  answer: done,
})
