import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { type GroupViewer, groupMembers, groups } from '../../groups/index.ts'
import { golfers } from '../../identity/index.ts'
import type { Database } from '../../platform/database/database.ts'
import { openSpots, teeTimes } from '../schema.ts'

/** Returns the statistics on a group's home page, over its upcoming tee times, and its owner's name. */
export async function readStatistics(db: Database, viewer: GroupViewer, endedBefore: Date) {
  const isUpcoming = and(
    eq(teeTimes.groupId, viewer.groupId),
    isNull(teeTimes.cancelledAt),
    isNull(teeTimes.archivedAt),
    gt(teeTimes.startsAt, endedBefore),
  )
  const { rows } = await db.execute<{
    active_times: number
    open_spots: number
    member_count: number
    owner_name: string
  }>(sql`
    select count(*)::int as active_times,
      coalesce(sum(${openSpots}), 0)::int as open_spots,
      (select count(*)::int from ${groupMembers} where ${groupMembers.groupId} = ${viewer.groupId})
        as member_count,
      (select ${golfers.name} from ${groups} join ${golfers} on ${golfers.id} = ${groups.ownerId}
        where ${groups.id} = ${viewer.groupId}) as owner_name
    from ${teeTimes} where ${isUpcoming}`)
  const [row] = rows
  return {
    activeTimes: row?.active_times ?? 0,
    openSpots: row?.open_spots ?? 0,
    memberCount: row?.member_count ?? 0,
    ownerName: row?.owner_name ?? '',
  }
}
