import { and, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { groupMembers } from '../../members/tables.ts'
import type { SessionHolder } from '../../sessions/gate.ts'
import { teeTimes } from '../tables.ts'

/** Archives what ended before an instant: in a golfer's groups, or in all of them. Answers how many. */
export async function archiveEnded(
  db: Database,
  whose: SessionHolder | 'everybody',
  endedBefore: Date,
  now: Date,
): Promise<number> {
  const mine =
    whose === 'everybody'
      ? undefined
      : sql`${teeTimes.groupId} in (
          select ${groupMembers.groupId} from ${groupMembers}
          where ${groupMembers.golferId} = ${whose.golferId})`
  const archived = await db
    .update(teeTimes)
    .set({ archivedAt: now })
    .where(
      and(
        lte(teeTimes.startsAt, endedBefore),
        isNull(teeTimes.cancelledAt),
        isNull(teeTimes.archivedAt),
        mine,
      ),
    )
  return archived.rowCount ?? 0
}
