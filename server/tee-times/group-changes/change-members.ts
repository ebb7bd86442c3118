import { Conflict, type Queries } from '../../platform/database/database.ts'
import type { HookContext, Joining, Leaving, Membership, Memberships } from '../../ports.ts'
import { settleSpots } from '../spots/change-spots.ts'
import { lockTeeTimes, touchTeeTimes } from '../spots/store.ts'
import { listChangedByLeaving, lockChangedByLeaving, lockPosted } from './store.ts'

/** Locks the tee times that a golfer posted in a group before leaving it. Updates their cards later. */
export async function lockForJoining(tx: Queries, joining: Membership): Promise<Joining> {
  const posted = await lockPosted(tx, joining)
  // Their cards no longer show that the creator has left.
  return { memberJoined: () => touchTeeTimes(tx, posted) }
}

/**
 * Locks the tee times that change when a golfer leaves groups. Then, group by group, opens the golfer's
 * spots in upcoming tee times or gives them to the waiting list, and takes the golfer off all waiting
 * lists. Tee times that the golfer posted stay.
 */
export async function lockForLeaving(
  ctx: HookContext,
  tx: Queries,
  leaving: Memberships,
  now: Date,
): Promise<Leaving> {
  const { golferId } = leaving
  const locked = await lockChangedByLeaving(tx, leaving, now)
  let posted: number[] = []
  return {
    async memberLeaving(groupId) {
      const teeTimes = await listChangedByLeaving(tx, { groupId, golferId }, now)
      // A tee time posted before the group was locked cannot be locked now: another transaction may have
      // locked it and be waiting for the group.
      if (teeTimes.some(({ id }) => !locked.has(id))) throw new Conflict()
      const own = teeTimes.filter(({ hasSpot }) => hasSpot).map(({ id }) => id)
      for (const teeTime of await lockTeeTimes(tx, own, now)) {
        teeTime.sheet.expire(now)
        teeTime.sheet.remove(golferId, now)
        await settleSpots(ctx, tx, teeTime, now)
      }
      posted = teeTimes.filter(({ isCreator }) => isCreator).map(({ id }) => id)
    },
    // Their cards show that the creator has left.
    memberLeft: () => touchTeeTimes(tx, posted),
  }
}
