import { type GroupSummary, isSubscribed } from '../../../contract/groups.ts'

/** What a payment asks of a group. */
export type PayableGroup = Pick<
  GroupSummary,
  | 'id'
  | 'slug'
  | 'name'
  | 'ownerId'
  | 'ownerName'
  | 'timeZone'
  | 'expiryDate'
  | 'subscriptionStatus'
  | 'renews'
>

/**
 * The first of my own groups whose time is still to come and ends: those that wait for their first
 * payment, or for one that failed, before those that are paid already and end nonetheless.
 */
export function groupToPayOf(
  groups: readonly GroupSummary[],
  golferId: number,
  now: Date,
): GroupSummary | undefined {
  const running = endingOf(groups, golferId).filter((group) => isSubscribed(group, now))
  return running.find(({ subscriptionStatus }) => subscriptionStatus !== 'active') ?? running[0]
}

/** My own groups whose time is over. */
export function endedGroupsOf(
  groups: readonly GroupSummary[],
  golferId: number,
  now: Date,
): readonly GroupSummary[] {
  return endingOf(groups, golferId).filter((group) => !isSubscribed(group, now))
}

/** My groups that are in use and end, unless they are paid for. */
function endingOf(groups: readonly GroupSummary[], golferId: number): readonly GroupSummary[] {
  return groups.filter(
    ({ ownerId, isActive, expiryDate, subscriptionStatus, renews }) =>
      ownerId === golferId &&
      isActive &&
      expiryDate !== null &&
      !(renews && subscriptionStatus === 'active'),
  )
}
