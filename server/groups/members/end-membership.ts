import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { Conflict } from '../../platform/database/retry-conflicts.ts'
import { settleSpots } from '../../tee-times/spots/change-spots.ts'
import { lockTeeTimes, touchTeeTimes } from '../../tee-times/spots/lock-tee-times.ts'
import { deleteMember, listTeeTimesOf, lockPlace, lockTeeTimesOf, type Place } from './store.ts'

/** Locks the tee times that change when a golfer leaves several groups, before {@link endMembership}. */
export async function lockMemberships(
  tx: Queries,
  of: { groupIds: readonly number[]; golferId: number },
  now: Date,
): Promise<void> {
  await lockTeeTimesOf(tx, of, now)
}

/**
 * Ends a membership within a transaction. The golfer's spots in upcoming tee times open up or go to the
 * waiting list. The golfer leaves all waiting lists. Tee times they posted stay.
 * @returns 'gone' for a golfer who is not a member; 'owner' for the group's owner, who stays
 * @throws Conflict when a tee time was posted meanwhile
 */
export async function endMembership(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  place: Place,
  now: Date,
): Promise<'removed' | 'gone' | 'owner'> {
  const found = await lockWithTeeTimes(tx, place, now)
  if (found === undefined) return 'gone'
  if (found.ownerId === place.golferId) return 'owner'
  const own = found.teeTimes.filter(({ hasSpot }) => hasSpot).map(({ id }) => id)
  for (const locked of await lockTeeTimes(tx, own, now)) {
    locked.sheet.expire(now)
    locked.sheet.remove(place.golferId, now)
    await settleSpots(ctx, tx, locked, now)
  }
  await deleteMember(tx, place)
  // Their cards show that the creator has left.
  const posted = found.teeTimes.filter(({ isCreator }) => isCreator)
  await touchTeeTimes(
    tx,
    posted.map(({ id }) => id),
  )
  return 'removed'
}

/**
 * Locks tee times before the membership and the group, as everywhere. A tee time posted before the group is
 * locked cannot be locked afterward: another transaction may have locked that tee time and be waiting for
 * the group.
 */
async function lockWithTeeTimes(tx: Queries, place: Place, now: Date) {
  const { groupId, golferId } = place
  const locked = await lockTeeTimesOf(tx, { groupIds: [groupId], golferId }, now)
  const ownerId = await lockPlace(tx, place)
  if (ownerId === undefined) return undefined
  const teeTimes = await listTeeTimesOf(tx, place, now)
  if (teeTimes.some(({ id }) => !locked.has(id))) throw new Conflict()
  return { ownerId, teeTimes }
}
