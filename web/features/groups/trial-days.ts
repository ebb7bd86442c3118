import { daysLeft, type GroupDetail } from '../../../contract/groups.ts'

/** Days to show on the trial banner; null where there is nothing to show. */
export function trialDays(
  group: Pick<GroupDetail, 'expiryDate' | 'subscriptionStatus'>,
  now: Date,
): number | null {
  const days = group.subscriptionStatus === 'active' ? null : daysLeft(group.expiryDate, now)
  // The ceiling of the last day's fraction below zero is -0.
  return days === null || days < 0 ? null : Math.abs(days)
}
