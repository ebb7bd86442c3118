import { isSubscribed } from '../../../contract/groups.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { GroupMember } from '../groups/gate.ts'
import { lapseOffers, withdrawOffers } from './store.ts'

/**
 * Ends what is over in a tee time that the caller has locked, before its tee-off: spots that are held by
 * name, and those that are offered, which go to the next in line. While the group rests nobody could
 * accept: then offers are taken back, and all keep their places. Answers whether the group goes on.
 */
export async function lapseHolds(
  tx: Queries,
  teeTimeId: number,
  {
    isActive,
    expiryDate,
    renews,
  }: Pick<GroupMember['group'], 'isActive' | 'expiryDate' | 'renews'>,
  now: Date,
): Promise<boolean> {
  const standing = { expiryDate: expiryDate?.toISOString() ?? null, renews }
  const goesOn = isActive && isSubscribed(standing, now)
  if (!goesOn) await withdrawOffers(tx, teeTimeId, now)
  await lapseOffers(tx, teeTimeId, now)
  return goesOn
}
