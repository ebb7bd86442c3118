import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { groups } from '../groups/tables.ts'
import { groupMembers } from '../members/tables.ts'
import { sessions } from '../sessions/tables.ts'

export interface OpenSession {
  sessionId: string
  golferId: number
  /** The groups whose news this session may hear. */
  groupIds: number[]
}

/** Those of the given sessions that are still alive, each with the active groups of its golfer. */
export async function findOpenSessions(
  db: Database,
  sessionIds: string[],
  now: Date,
  idleSince: Date,
): Promise<OpenSession[]> {
  return db
    .select({
      sessionId: sessions.id,
      golferId: sessions.golferId,
      groupIds: sql<
        number[]
      >`coalesce(array_agg(${groups.id}) filter (where ${groups.id} is not null), '{}')`,
    })
    .from(sessions)
    .leftJoin(groupMembers, eq(groupMembers.golferId, sessions.golferId))
    .leftJoin(groups, and(eq(groups.id, groupMembers.groupId), eq(groups.isActive, true)))
    .where(
      and(
        inArray(sessions.id, sessionIds),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, idleSince),
      ),
    )
    .groupBy(sessions.id)
}
