import { type GroupDetail, usableUntil } from '../../../contract/groups.ts'

const longDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' })

/** What a member of a group whose time is over is told, before they tap in vain. */
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

/** What the owner of a group is told whose payment failed, while it can be used all the same. */
export function describeFailedPayment(group: Pick<GroupDetail, 'expiryDate' | 'renews'>): string {
  const until = usableUntil(group)
  return until === null
    ? 'Payment failed. Your group has to be paid for.'
    : `Payment failed. Your group pauses on ${longDay.format(until)}, unless it is paid for.`
}
