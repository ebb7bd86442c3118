import { isSubscribed } from '../../../contract/groups.ts'
import { AppError } from '../../platform/errors.ts'
import type { GroupMember } from './gate.ts'

/** @throws AppError SUBSCRIPTION_REQUIRED when the group's trial or paid time is over. */
export function requireSubscription(member: GroupMember, now: Date): void {
  const { expiryDate, subscriptionStatus } = member.group
  const standing = { expiryDate: expiryDate?.toISOString() ?? null, subscriptionStatus }
  if (!isSubscribed(standing, now)) {
    throw new AppError(
      'SUBSCRIPTION_REQUIRED',
      member.role === 'owner'
        ? "Your group's time is over. Subscribe to post and claim again."
        : "This group's time is over. Its owner can subscribe to post and claim again.",
    )
  }
}
