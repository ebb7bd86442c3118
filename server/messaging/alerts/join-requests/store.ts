import { and, eq, gt, max, sql } from 'drizzle-orm'
import { groupMembers, joinRequests } from '../../../groups/index.ts'
import { golfers } from '../../../identity/index.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { deliveries } from '../../deliveries/schema.ts'

/** Lists the names of golfers whose requests to join a group are pending, newest first. */
export async function listWaiting(db: Database, groupId: number): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select request.name from ${joinRequests} request
    where request.group_id = ${groupId} and request.decided_at is null and not exists (
      select from ${groupMembers} place join ${golfers} member on member.id = place.golfer_id
      where place.group_id = request.group_id
        and (member.id = request.golfer_id or lower(member.email) = lower(request.email)))
    order by request.id desc`)
  return rows.map(({ name }) => name)
}

/** Returns when a message about join requests was last queued for the group since `after`. */
export async function lastNotifiedOfRequests(
  tx: Queries,
  groupId: number,
  after: Date,
): Promise<Date | undefined> {
  const [row] = await tx
    .select({ at: max(deliveries.createdAt) })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.groupId, groupId),
        eq(deliveries.event, 'join-request'),
        gt(deliveries.createdAt, after),
      ),
    )
  return row?.at ?? undefined
}
