import { type GroupSubscription, subscriptionStateOf } from '../../../contract/billing.ts'
import { type GroupDetail, usableUntil } from '../../../contract/groups.ts'
import { fullDate } from '../../ui/full-date.ts'

export interface Subscription {
  readonly title: string
  /** What comes next; nothing where there is nothing to say. */
  readonly detail?: string
  readonly look: 'paid' | 'running' | 'warning'
  /** The way to pay, where there is something to pay for. */
  readonly pay?: string
}

type Standing = Pick<GroupDetail, 'expiryDate' | 'subscriptionStatus' | 'renews'>

const WAITING = 'Posting, claiming and adding members wait for a subscription.'
const UPGRADE = 'Upgrade to Paid'

/**
 * What a group's owner is told of its subscription; dates are the reader's own.
 * @param told what the server says of the payments, where it is known
 */
export function describeSubscription(
  group: Standing,
  told: Pick<GroupSubscription, 'nextPaymentAt'> | undefined,
  now: Date,
): Subscription {
  const { expiryDate, subscriptionStatus } = group
  switch (subscriptionStateOf(group, now)) {
    case 'active':
      return { title: 'Active Subscription', look: 'paid', ...whatIsNext(group, told) }
    case 'past-due':
      return {
        title: 'Payment failed',
        detail: `The group pauses on ${fullDate(usableUntil(group) ?? now)}, unless it is paid for.`,
        look: 'warning',
        pay: 'Pay Now',
      }
    case 'ended':
      return {
        title: `${subscriptionStatus === null ? 'Trial expired' : 'Subscription ended'} ${fullDate(expiryDate ?? now)}`,
        detail: WAITING,
        look: 'warning',
        pay: UPGRADE,
      }
    case 'trial':
      return {
        title: `Trial expires ${fullDate(expiryDate ?? now)}`,
        look: 'running',
        pay: UPGRADE,
      }
    case 'free':
      return { title: 'Free Trial Active', look: 'running', pay: UPGRADE }
  }
}

function whatIsNext(
  { expiryDate, renews }: Standing,
  told: Pick<GroupSubscription, 'nextPaymentAt'> | undefined,
): Pick<Subscription, 'detail' | 'pay'> {
  const next = told?.nextPaymentAt ? fullDate(told.nextPaymentAt) : undefined
  if (expiryDate === null) return next === undefined ? {} : { detail: `Next payment ${next}` }
  const until = fullDate(expiryDate)
  if (next !== undefined) {
    // A trial's days are kept on top, so that the card is charged before they are used up.
    const more = until === next ? '' : `. Paid until ${until}`
    return { detail: `Next payment ${next}${more}` }
  }
  return renews
    ? { detail: `Paid until ${until}` }
    : { detail: `Ends ${until}`, pay: 'Pay for More Time' }
}
