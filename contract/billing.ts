import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { isUnpaid } from './groups.ts'
import { PRICE_MONTHS } from './limits.ts'
import { isPathOf, SCREENS } from './screens.ts'

/** How the browser asks for the payment card. Stripe's form needs the key that identifies our account. */
const paymentForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stripe'), publishableKey: z.string() }),
  z.object({ kind: z.literal('sandbox') }),
])
export type PaymentForm = z.output<typeof paymentForm>

export const createSubscription = endpoint('POST', '/api/create-subscription', {
  summary: "Start the payment for a group's next six months",
  body: z.object({ groupId: id }),
  response: z.object({ clientSecret: z.string(), form: paymentForm }),
})

/** 'free': never expires. 'trial': no payment yet. 'past-due': a renewal payment failed or is late. */
const subscriptionState = z.enum(['free', 'trial', 'active', 'past-due', 'ended'])
export type SubscriptionState = z.output<typeof subscriptionState>

export function subscriptionStateOf(
  group: { expiryDate: string | null; subscriptionStatus: string | null; renews: boolean },
  now: Date,
): SubscriptionState {
  if (isUnpaid(group, now)) return 'ended'
  if (group.subscriptionStatus === 'active') return 'active'
  if (group.subscriptionStatus === 'past_due') return 'past-due'
  return group.expiryDate === null ? 'free' : 'trial'
}

export const readSubscription = endpoint('GET', '/api/groups/{id}/subscription', {
  summary: 'How a group I own is paid for',
  response: z.object({
    state: subscriptionState,
    paidUntil: z.nullable(instant),
    /** Null if the payment card will not be charged again. */
    nextPaymentAt: z.nullable(instant),
    /** Whether I pay for the subscription, so that I can change the payment card or cancel. */
    canManage: z.boolean(),
    canPay: z.boolean(),
  }),
})
export type GroupSubscription = z.output<typeof readSubscription.response>

export const openBillingPortal = endpoint('POST', '/api/groups/{id}/billing-portal', {
  summary: "Get a link to the payment provider's page for my card, invoices and cancellation",
  response: z.object({ url: z.string() }),
})

/** Counts calendar months in UTC, as Stripe does: six months from Aug 31 end on Feb 28. */
export function endOfPaidMonths(from: Date): Date {
  const end = new Date(from)
  end.setUTCMonth(end.getUTCMonth() + PRICE_MONTHS)
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0)
  return end
}

/** Returns whether a path's HTML document may load the payment provider's resources. */
export function isPaymentPath(path: string): boolean {
  return isPathOf(path, [SCREENS.subscribe, SCREENS.groupSubscribe])
}
