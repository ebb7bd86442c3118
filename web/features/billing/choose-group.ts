import { type GroupSummary, isSubscribed } from '../../../contract/groups.ts'

/** What a payment asks of a group. */
export type PayableGroup = Pick<
  GroupSummary,
  'id' | 'slug' | 'name' | 'ownerId' | 'ownerName' | 'expiryDate' | 'subscriptionStatus' | 'renews'
>

/** The first of my own groups whose trial still runs. */
export function trialGroupOf(
  groups: readonly GroupSummary[],
  golferId: number,
  now: Date,
): GroupSummary | undefined {
  return unpaidOf(groups, golferId).find((group) => group.isActive && isSubscribed(group, now))
}

/** My own groups whose trial is over. */
export function endedGroupsOf(
  groups: readonly GroupSummary[],
  golferId: number,
  now: Date,
): readonly GroupSummary[] {
  return unpaidOf(groups, golferId).filter((group) => group.isActive && !isSubscribed(group, now))
}

function unpaidOf(groups: readonly GroupSummary[], golferId: number): readonly GroupSummary[] {
  return groups.filter(
    ({ ownerId, expiryDate, subscriptionStatus }) =>
      ownerId === golferId && expiryDate !== null && subscriptionStatus !== 'active',
  )
}
