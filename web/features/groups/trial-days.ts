import { daysLeft, type GroupDetail } from '../../../contract/groups.ts'

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
