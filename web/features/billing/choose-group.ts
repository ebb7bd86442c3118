import { type GroupSummary, isSubscribed } from '../../../contract/groups.ts'

/**
 * Returns which of the golfer's unexpired groups to pay for: the first on trial or with a failed payment.
 * Without such a group, returns the first paid group that doesn't renew.
 */
export function groupToPayOf(groups: readonly GroupSummary[], golferId: number, now: Date) {
  const running = groupsWithExpiryOf(groups, golferId).filter((group) => isSubscribed(group, now))
  return running.find(({ subscriptionStatus }) => subscriptionStatus !== 'active') ?? running[0]
}

export function endedGroupsOf(groups: readonly GroupSummary[], golferId: number, now: Date) {
  return groupsWithExpiryOf(groups, golferId).filter((group) => !isSubscribed(group, now))
}

function groupsWithExpiryOf(groups: readonly GroupSummary[], golferId: number) {
  return groups.filter(
    ({ ownerId, isActive, expiryDate, subscriptionStatus, renews }) =>
      ownerId === golferId &&
      isActive &&
      expiryDate !== null &&
      !(renews && subscriptionStatus === 'active'),
  )
}
