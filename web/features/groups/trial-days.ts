import { daysLeft, type GroupDetail } from '../../../contract/groups.ts'

/** Days to show on the trial banner; null where there is nothing to show. */
export function trialDays(
  group: Pick<GroupDetail, 'expiryDate' | 'subscriptionStatus'>,
  now: Date,
): number | null {
  const days = hasSubscription(group, now) ? null : daysLeft(group.expiryDate, now)
  // The ceiling of the last day's fraction below zero is -0.
  return days === null || days < 0 ? null : Math.abs(days)
}

/** What is paid for, waits for a payment that failed, or was paid for until its end, is no trial. */
function hasSubscription(
  { expiryDate, subscriptionStatus }: Pick<GroupDetail, 'expiryDate' | 'subscriptionStatus'>,
  now: Date,
): boolean {
  if (subscriptionStatus === 'active' || subscriptionStatus === 'past_due') return true
  const isOver = expiryDate !== null && Date.parse(expiryDate) <= now.getTime()
  return subscriptionStatus === 'expired' && isOver
}
