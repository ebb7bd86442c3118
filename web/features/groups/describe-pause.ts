import { type GroupDetail, usableUntil } from '../../../contract/groups.ts'
import { monthAndDay } from '../../lib/dates.ts'

/** Explains to a member why the group is paused, before they try to post or claim. */
export function describePause(
  group: Pick<GroupDetail, 'ownerId' | 'ownerName' | 'subscriptionStatus'>,
  golferId: number | undefined,
): string {
  const wasPaid = group.subscriptionStatus !== null
  if (group.ownerId === golferId) {
    return wasPaid
      ? 'Posting and claiming are paused. Renew the subscription, and your group goes on.'
      : 'Posting and claiming are paused. Subscribe, and your group goes on.'
  }
  return wasPaid
    ? `Posting and claiming are paused until ${group.ownerName} renews the subscription.`
    : `Posting and claiming are paused until ${group.ownerName} subscribes.`
}

/** Warns the owner of a failed payment while the group can still be used. */
export function describeFailedPayment(group: Pick<GroupDetail, 'expiryDate' | 'renews'>): string {
  const until = usableUntil(group)
  return until === null
    ? 'Payment failed. Your group has to be paid for.'
    : `Payment failed. Your group pauses on ${monthAndDay(until, 'long')}, unless it is paid for.`
}
