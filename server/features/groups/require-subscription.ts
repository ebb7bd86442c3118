import { isSubscribed } from '../../../contract/groups.ts'
import { AppError } from '../../platform/errors.ts'
import type { GroupMember } from './gate.ts'

/**
 * @param doing what is refused, as the message says it: 'Subscribe to … again.'
 * @throws AppError SUBSCRIPTION_REQUIRED when the group's trial or paid time is over.
 */
export function requireSubscription(
  member: GroupMember,
  now: Date,
  doing = 'post and claim',
): void {
  if (!isSubscribed(member.group, now)) {
    throw new AppError(
      'SUBSCRIPTION_REQUIRED',
      member.role === 'owner'
        ? `Your group's time is over. Subscribe to ${doing} again.`
        : `This group's time is over. Its owner can subscribe to ${doing} again.`,
    )
  }
}
