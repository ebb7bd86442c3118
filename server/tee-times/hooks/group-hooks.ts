import { addJob } from '../../platform/jobs/store.ts'
import type { GroupHooks } from '../../ports.ts'
import { settleSpots } from '../spots/change-spots.ts'
import { lockTeeTimes, touchTeeTimes } from '../spots/store.ts'
import { keepLocalTimes } from '../time-zone-data/recompute-instants.ts'
import {
  deleteSomeOfGroup,
  findNextOpen,
  listChangedByLeaving,
  listLocalTimes,
  lockAllOfGroup,
  lockChangedByLeaving,
  lockLocalTimes,
  lockPosted,
} from './store.ts'

/** Updates tee times when golfers join or leave a group, and when it changes its time zone or is deleted. */
export const teeTimesGroupHooks: GroupHooks = {
  findNextOpen,

  async lockBeforeJoining(tx, joining) {
    const posted = await lockPosted(tx, joining)
    // The cards no longer show that their creator has left.
    return { memberJoined: () => touchTeeTimes(tx, posted) }
  },

  /** Frees the golfer's upcoming spots and places on waiting lists. Tee times that they posted stay. */
  async lockBeforeLeaving(ctx, tx, leaving, now) {
    const { golferId } = leaving
    const locked = await lockChangedByLeaving(tx, leaving, now)
    let teeTimes: Awaited<ReturnType<typeof listChangedByLeaving>> = []
    return {
      async hasLockedAll(attempt, groupId) {
        teeTimes = await listChangedByLeaving(attempt, { groupId, golferId }, now)
        return teeTimes.every(({ id }) => locked.includes(id))
      },
      async memberLeaving() {
        const own = teeTimes.filter(({ hasSpot }) => hasSpot).map(({ id }) => id)
        for (const teeTime of await lockTeeTimes(tx, own, now)) {
          teeTime.sheet.expire(now)
          teeTime.sheet.remove(golferId, now)
          await settleSpots(ctx, tx, teeTime, now)
        }
      },
      memberLeft() {
        // The cards now show that their creator has left.
        const posted = teeTimes.filter(({ isCreator }) => isCreator).map(({ id }) => id)
        return touchTeeTimes(tx, posted)
      },
    }
  },

  /** In the new zone, tee times keep their booked local times, and their players are notified. */
  async lockBeforeZoneChange(ctx, tx, groupId) {
    const teeTimes = await lockLocalTimes(tx, groupId)
    return {
      async hasLockedAll(attempt) {
        const known = new Set(teeTimes.map(({ id }) => id))
        return (await listLocalTimes(attempt, groupId)).every(({ id }) => known.has(id))
      },
      async zoneChanged({ timeZone: zone, by }, now) {
        const teeTimeIds = await keepLocalTimes(ctx, tx, zone, teeTimes, now)
        if (teeTimeIds.length > 0) await addJob(tx, 'notify_moved', { teeTimeIds, by, zone })
      },
    }
  },

  purgeBatch: deleteSomeOfGroup,
  lockBeforePurge: lockAllOfGroup,
}
