import { daysLeft, type GroupDetail, usableUntil } from '../../../contract/groups.ts'
import { monthAndDay } from '../../lib/dates.ts'

/** Returns the days to show on the trial banner; null if there is nothing to show. */
export function trialDays(
  group: Pick<GroupDetail, 'expiryDate' | 'subscriptionStatus'>,
  now: Date,
): number | null {
  const days = hasSubscription(group, now) ? null : daysLeft(group.expiryDate, now)
  // `Math.ceil` returns -0 during the first day after the end.
  return days === null || days < 0 ? null : Math.abs(days)
}

/** Returns whether the group is paid for, has a failed payment, or was paid for until its end. */
function hasSubscription(
  { expiryDate, subscriptionStatus }: Pick<GroupDetail, 'expiryDate' | 'subscriptionStatus'>,
  now: Date,
): boolean {
  if (subscriptionStatus === 'active' || subscriptionStatus === 'past_due') return true
  const isOver = expiryDate !== null && Date.parse(expiryDate) <= now.getTime()
  return subscriptionStatus === 'expired' && isOver
}

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
