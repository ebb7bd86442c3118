import { addJob } from '../../platform/jobs/store.ts'
import type { GroupHooks } from '../../ports.ts'
import { settleSpots } from '../spots/change-spots.ts'
import { lockTeeTimes, raiseCardVersions } from '../spots/store.ts'
import { keepLocalTimes } from '../time-zone-data/recompute-instants.ts'
import * as store from './store.ts'

export const teeTimesGroupHooks: GroupHooks = {
  findNextOpen: store.findNextOpen,

  async lockBeforeJoining(tx, joining) {
    const posted = await store.lockPosted(tx, joining)
    // Until now, these cards showed that their creator had left the group.
    return { memberJoined: () => raiseCardVersions(tx, posted) }
  },

  async lockBeforeLeaving(ctx, tx, leaving, now) {
    const { golferId } = leaving
    const locked = await store.lockChangedByLeaving(tx, leaving, now)
    let teeTimes: Awaited<ReturnType<typeof store.listChangedByLeaving>> = []
    return {
      async hasLockedAll(attempt, groupId) {
        teeTimes = await store.listChangedByLeaving(attempt, { groupId, golferId }, now)
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
        // From now on, these cards show that their creator has left the group.
        const posted = teeTimes.filter(({ isCreator }) => isCreator).map(({ id }) => id)
        return raiseCardVersions(tx, posted)
      },
    }
  },

  async lockBeforeZoneChange(ctx, tx, groupId) {
    const teeTimes = await store.lockLocalTimes(tx, groupId)
    return {
      async hasLockedAll(attempt) {
        const known = new Set(teeTimes.map(({ id }) => id))
        return (await store.listLocalTimes(attempt, groupId)).every(({ id }) => known.has(id))
      },
      async zoneChanged({ timeZone: zone, by }, now) {
        const teeTimeIds = await keepLocalTimes(ctx, tx, zone, teeTimes, now)
        if (teeTimeIds.length > 0) await addJob(tx, 'notify_moved', { teeTimeIds, by, zone })
      },
    }
  },

  purgeBatch: store.deleteSomeOfGroup,
  lockBeforePurge: store.lockAllOfGroup,
}
