import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant } from './fields.ts'
import { isSubscribed } from './groups.ts'
import { PRICE_MONTHS } from './limits.ts'
import { SCREENS } from './screens.ts'

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

/** How a group is paid for, of what its row says. */
export function subscriptionStateOf(
  group: { expiryDate: string | null; subscriptionStatus: string | null; renews: boolean },
  now: Date,
): SubscriptionState {
  if (!isSubscribed(group, now)) return 'ended'
  if (group.subscriptionStatus === 'active') return 'active'
  if (group.subscriptionStatus === 'past_due') return 'past-due'
  return group.expiryDate === null ? 'free' : 'trial'
}

export const readSubscription = endpoint({
  method: 'GET',
  path: '/api/groups/{id}/subscription',
  summary: 'How a group of mine is paid for',
  params: idParams,
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
  params: idParams,
  answer: z.object({ url: z.string() }),
})

/**
 * When the months that a payment adds to a group's time are over: by the calendar in UTC, as Stripe counts
 * them, so that Aug 31 and six months is Feb 28.
 * @param from when the time before is over, or when it is paid where that is later
 */
export function endOfPaidMonths(from: Date): Date {
  const end = new Date(from)
  end.setUTCMonth(end.getUTCMonth() + PRICE_MONTHS)
  // A month without that day: its last one.
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0)
  return end
}

const PAYMENT_SCREENS = [SCREENS.subscribe, SCREENS.groupSubscribe].map(
  (pattern) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
)

/**
 * Whether a path is of a screen with a form to pay in: the documents of these alone may load what the
 * payment provider's form is made of.
 */
export function isPaymentPath(path: string): boolean {
  return PAYMENT_SCREENS.some((pattern) => pattern.test(path))
}
