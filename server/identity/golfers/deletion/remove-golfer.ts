import type { Context } from '../../../context.ts'
import { endMembership, lockMemberships } from '../../../groups/members/end-membership.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { Conflict } from '../../../platform/database/retry-conflicts.ts'
import { lockCardsShowing, touchTeeTimes } from '../../../tee-times/spots/lock-tee-times.ts'
import {
  anonymize,
  deleteTraces,
  findAccount,
  forgiveSpotsOwed,
  listGroupIds,
  lockAccount,
} from './store.ts'

/**
 * Deletes an account within a transaction, which the caller retries as a whole after a conflict. Its spots
 * in upcoming tee times open up; past rounds keep a nameless player.
 * @returns 'deleted'; 'gone' if the account no longer exists; otherwise why it cannot be deleted
 */
export async function removeGolfer(
  ctx: Pick<Context, 'groupHooks' | 'notify'>,
  tx: Queries,
  golferId: number,
  now: Date,
): Promise<'deleted' | 'gone' | 'super_admin' | 'owns_groups'> {
  const found = await findAccount(tx, golferId)
  if (found === undefined) return 'gone'
  if (found.isSuperAdmin) return 'super_admin'
  if (found.ownsGroups) return 'owns_groups'
  const groupIds = await listGroupIds(tx, golferId)
  // Lock the tee times of all groups at once, ordered by id.
  await lockMemberships(ctx, tx, { groupIds, golferId }, now)
  const shown = await lockCardsShowing(tx, golferId)
  for (const groupId of groupIds) await endMembership(ctx, tx, { groupId, golferId }, now)
  // Lock the account after the tee times, in the same order as a claim. Then check again for what started
  // meanwhile: a group just created or transferred, a membership just added.
  const account = await lockAccount(tx, golferId)
  if (account === undefined) return 'gone'
  if ((await listGroupIds(tx, golferId)).length > 0) {
    throw new Conflict(`Golfer ${golferId} joined a group while being deleted`)
  }
  await forgiveSpotsOwed(tx, golferId)
  await deleteTraces(tx, account, now)
  await anonymize(tx, account, now)
  // Cards of recent rounds show the name, and cards of former groups show what the golfer owed.
  await touchTeeTimes(tx, shown)
  return 'deleted'
}
