import { fullDate } from '../../ui/full-date.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Cents as '$39.95'. */
export function describeAmount(cents: number): string {
  return money.format(cents / 100)
}

/** A status of the provider's, as 'past_due', in words: 'Past due'. */
export function describeStatus(status: string): string {
  // The provider's word while a renewal date is one that was moved.
  if (status === 'trialing') return 'Active'
  const words = status.replace(/_/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface Subscription {
  readonly status: string
  readonly periodEnd: string
  readonly cancelAtPeriodEnd: boolean
}

/** What comes next of a subscription, in a sentence. */
export function describeNext({ status, periodEnd, cancelAtPeriodEnd }: Subscription): string {
  const date = fullDate(periodEnd)
  switch (status) {
    case 'active':
    case 'trialing':
      return cancelAtPeriodEnd
        ? `Ends on ${date}. The card is not charged again.`
        : `Renews on ${date}.`
    case 'past_due':
    case 'unpaid':
      return `The payment that was due on ${date} has failed. Choose another card and renew.`
    case 'incomplete':
      return 'Waits for its first payment.'
    default:
      return 'The card is not charged again.'
  }
}

/** Whether a subscription can still be cancelled. */
export function isLive({ status }: Subscription): boolean {
  return ['active', 'trialing', 'past_due', 'unpaid'].includes(status)
}
