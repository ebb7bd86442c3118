import { type GroupSubscription, subscriptionStateOf } from '../../../contract/billing.ts'
import { type GroupDetail, usableUntil } from '../../../contract/groups.ts'
import { fullDate } from '../../lib/dates.ts'

export interface Subscription {
  readonly title: string
  /** What comes next, if anything. */
  readonly detail?: string
  readonly look: 'paid' | 'running' | 'warning'
  /** Label of the link to pay; undefined if there is nothing to pay. */
  readonly pay?: string
}

type Standing = Pick<GroupDetail, 'expiryDate' | 'subscriptionStatus' | 'renews' | 'timeZone'>

const WAITING = 'Posting, claiming and adding members wait for a subscription.'
const UPGRADE = 'Upgrade to Paid'

/**
 * Describes a group's subscription to its owner. Dates are in the group's time zone, as in emails.
 * @param told what the server knows about the payments, once loaded
 */
export function describeSubscription(
  group: Standing,
  told: Pick<GroupSubscription, 'nextPaymentAt'> | undefined,
  now: Date,
): Subscription {
  const { expiryDate, subscriptionStatus, timeZone } = group
  const dateOf = (instant: string | Date) => fullDate(instant, timeZone)
  switch (subscriptionStateOf(group, now)) {
    case 'active':
      return { title: 'Active Subscription', look: 'paid', ...whatIsNext(group, told) }
    case 'past-due':
      return {
        title: 'Payment failed',
        detail: `The group pauses on ${dateOf(usableUntil(group) ?? now)}, unless it is paid for.`,
        look: 'warning',
        pay: 'Pay Now',
      }
    case 'ended':
      return {
        title: `${subscriptionStatus === null ? 'Trial expired' : 'Subscription ended'} ${dateOf(expiryDate ?? now)}`,
        detail: WAITING,
        look: 'warning',
        pay: UPGRADE,
      }
    case 'trial':
      return {
        title: `Trial expires ${dateOf(expiryDate ?? now)}`,
        look: 'running',
        pay: UPGRADE,
      }
    case 'free':
      return { title: 'Free Trial Active', look: 'running', pay: UPGRADE }
  }
}

function whatIsNext(
  { expiryDate, renews, timeZone }: Standing,
  told: Pick<GroupSubscription, 'nextPaymentAt'> | undefined,
): Pick<Subscription, 'detail' | 'pay'> {
  if (told?.nextPaymentAt)
    return { detail: `Next payment ${fullDate(told.nextPaymentAt, timeZone)}` }
  if (expiryDate === null) return {}
  const until = fullDate(expiryDate, timeZone)
  return renews
    ? { detail: `Paid until ${until}` }
    : { detail: `Ends ${until}`, pay: 'Pay for More Time' }
}
