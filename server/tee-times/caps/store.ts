import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { GroupMember } from '../../groups/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { teeTimes } from '../schema.ts'

/** Counts the tee times on a group's list: those that the golfer posted, and all of them. */
export async function countListed(
  tx: Queries,
  { groupId, golferId }: GroupMember,
  endedBefore: Date,
): Promise<{ own: number; all: number }> {
  const [row] = await tx
    .select({
      own: sql<number>`(count(*) filter (where ${teeTimes.creatorId} = ${golferId}))::int`,
      all: sql<number>`count(*)::int`,
    })
    .from(teeTimes)
    .where(
      and(
        eq(teeTimes.groupId, groupId),
        gt(teeTimes.startsAt, endedBefore),
        isNull(teeTimes.cancelledAt),
        isNull(teeTimes.archivedAt),
      ),
    )
  return row ?? { own: 0, all: 0 }
}
