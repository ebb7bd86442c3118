import { type GroupDetail, isSubscribed } from '../../../contract/groups.ts'

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

export interface Subscription {
  readonly title: string
  readonly isPaid: boolean
  /** Posting, claiming and adding members wait for a payment. */
  readonly isOver: boolean
}

/** What a group's owner is told of its subscription; dates are the reader's own. */
export function describeSubscription(
  group: Pick<GroupDetail, 'expiryDate' | 'subscriptionStatus' | 'renews'>,
  now: Date,
): Subscription {
  if (group.subscriptionStatus === 'active') {
    return { title: 'Active Subscription', isPaid: true, isOver: false }
  }
  if (group.expiryDate === null) {
    return { title: 'Free Trial Active', isPaid: false, isOver: false }
  }
  const isOver = !isSubscribed(group, now)
  const date = longDate.format(new Date(group.expiryDate))
  return { title: `Trial ${isOver ? 'expired' : 'expires'} ${date}`, isPaid: false, isOver }
}
