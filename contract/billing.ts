import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idInAddress, instant } from './fields.ts'

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
