import { fullDate } from '../../../lib/dates.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Formats cents as '$39.95'. */
export function describeAmount(cents: number): string {
  return money.format(cents / 100)
}

/** Formats a status of the provider's in words: 'past_due' as 'Past due'. */
export function describeStatus(status: string): string {
  // The provider uses it for a subscription whose renewal date was moved.
  if (status === 'trialing') return 'Active'
  const words = status.replace(/_/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface Subscription {
  readonly status: string
  readonly periodEnd: string
  readonly cancelAtPeriodEnd: boolean
}

/** Describes in a sentence what happens next to a subscription. */
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

/** Returns whether a subscription can still be canceled. */
export function isLive({ status }: Subscription): boolean {
  return ['active', 'trialing', 'past_due', 'unpaid'].includes(status)
}
