import type { Queries } from '../../../platform/database/database.ts'
import { Conflict } from '../../../platform/database/retry-conflicts.ts'
import { endMembership, lockMemberships } from '../../members/end-membership.ts'
import { lockCardsShowing, touchTeeTimes } from '../../tee-times/spots/lock-tee-times.ts'
import {
  anonymize,
  deleteTraces,
  findAccount,
  forgiveSpotsOwed,
  listGroupIds,
  lockAccount,
} from './store.ts'

/**
 * Deletes an account within a transaction, which the caller retries as a whole after a conflict. Its
 * spots in upcoming tee times open up; past rounds keep a nameless player.
 * @returns 'gone' for an account that does not exist any longer, and why another one cannot be deleted
 */
export async function removeGolfer(
  tx: Queries,
  golferId: number,
  now: Date,
): Promise<'deleted' | 'gone' | 'super_admin' | 'owns_groups'> {
  const found = await findAccount(tx, golferId)
  if (found === undefined) return 'gone'
  if (found.isSuperAdmin) return 'super_admin'
  if (found.ownsGroups) return 'owns_groups'
  const groupIds = await listGroupIds(tx, golferId)
  // Tee times of all groups at once, in the order of their ids.
  await lockMemberships(tx, { groupIds, golferId }, now)
  const shown = await lockCardsShowing(tx, golferId)
  for (const groupId of groupIds) await endMembership(tx, { groupId, golferId }, now)
  // The account is locked after the tee times, in the order of a claim, so this looks again at what was
  // begun before: a group just created or handed over, a membership just given.
  const account = await lockAccount(tx, golferId)
  if (account === undefined) return 'gone'
  if ((await listGroupIds(tx, golferId)).length > 0) {
    throw new Conflict(`Golfer ${golferId} joined a group while being deleted`)
  }
  await forgiveSpotsOwed(tx, golferId)
  await deleteTraces(tx, account, now)
  await anonymize(tx, account, now)
  // Cards of rounds just played show the name, and those of earlier groups what the golfer owed.
  await touchTeeTimes(tx, shown)
  return 'deleted'
}
