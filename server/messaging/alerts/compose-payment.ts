import type { AlertEvent } from '../../../contract/alerts.ts'
import { isSubscribed } from '../../../contract/groups.ts'
import type { Composed, ToCompose } from '../deliveries/compose-message.ts'
import type { Reader } from './address-reader.ts'
import { describeTrialEnd } from './describe-group.ts'
import {
  describeEnded,
  describeFailed,
  describePaid,
  describeReturned,
} from './describe-payment.ts'
import type { GroupToNotify } from './store.ts'

export type PaymentEvent = Extract<
  AlertEvent,
  'trial-ends' | 'paid' | 'payment-failed' | 'payment-returned' | 'subscription-ended'
>

/** Composes a message about the group's payments for its owner, if it still applies. */
export function composePayment(
  event: PaymentEvent,
  group: GroupToNotify,
  to: Reader,
  data: ToCompose['data'],
): Composed | undefined {
  const { subscriptionStatus } = group
  switch (event) {
    case 'trial-ends':
      return composeUpcomingEnd(group, to, data)
    case 'paid':
      return subscriptionStatus === 'active' ? describePaid(group, to) : undefined
    case 'payment-failed':
      return subscriptionStatus === 'past_due' && isSubscribed(group, to.now)
        ? describeFailed(group, to, { asks: data['action'] === true })
        : undefined
    case 'payment-returned': {
      const { how, amount } = { how: undefined, amount: undefined, ...data }
      if (how !== 'refunded' && how !== 'disputed') return undefined
      return describeReturned(group, to, {
        how,
        amount: typeof amount === 'number' ? amount : undefined,
      })
    }
    case 'subscription-ended':
      return subscriptionStatus === 'expired' && !isSubscribed(group, to.now)
        ? describeEnded(group, to)
        : undefined
  }
}

/** Describes the upcoming end, unless it has moved since or the group renews automatically. */
function composeUpcomingEnd(
  group: GroupToNotify,
  to: Reader,
  data: ToCompose['data'],
): Composed | undefined {
  const { expiryDate, renews } = group
  if (expiryDate === null || renews || expiryDate <= to.now) return undefined
  return data['expiryDate'] === expiryDate.toISOString()
    ? describeTrialEnd(group, to, expiryDate)
    : undefined
}
