import type { Queries } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import type { HookContext, ZoneChange } from '../../ports.ts'
import { keepLocalTimes } from '../time-zone-data/keep-local-times.ts'
import { listLocalTimes, lockLocalTimes } from './store.ts'

/**
 * Locks the tee times of a group that is about to change its time zone. In the new zone they keep their
 * booked local times, and their players are notified.
 */
export async function lockForZoneChange(
  ctx: HookContext,
  tx: Queries,
  groupId: number,
): Promise<ZoneChange> {
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
}
