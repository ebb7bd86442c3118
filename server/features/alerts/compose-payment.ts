import type { AlertEvent } from '../../../contract/alerts.ts'
import { isSubscribed } from '../../../contract/groups.ts'
import type { Composed, ToCompose } from '../deliveries/compose-words.ts'
import type { Reader } from './address-reader.ts'
import { describeTrialEnd } from './describe-group.ts'
import {
  describeEnded,
  describeFailed,
  describePaid,
  describeReturned,
} from './describe-payment.ts'
import type { GroupToTell } from './store.ts'

export type PaymentEvent = Extract<
  AlertEvent,
  'trial-ends' | 'paid' | 'payment-failed' | 'payment-returned' | 'subscription-ended'
>

/** To a group's owner about what it is paid with: what is still so. */
export function composePayment(
  event: PaymentEvent,
  group: GroupToTell,
  to: Reader,
  data: ToCompose['data'],
): Composed | undefined {
  const { subscriptionStatus } = group
  switch (event) {
    case 'trial-ends':
      return composeEndToCome(group, to, data)
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

/** Only while it is the end that was meant: not once it is put off, or the group renews by itself. */
function composeEndToCome(
  group: GroupToTell,
  to: Reader,
  data: ToCompose['data'],
): Composed | undefined {
  const { expiryDate, renews } = group
  if (expiryDate === null || renews || expiryDate <= to.now) return undefined
  return data['expiryDate'] === expiryDate.toISOString()
    ? describeTrialEnd(group, to, expiryDate)
    : undefined
}
