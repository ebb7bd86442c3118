import { and, eq, isNull, sql } from 'drizzle-orm'
import { DEFAULT_QUIET_HOURS } from '../../../contract/preferences.ts'
import { groupMembers, groups, isMembershipOf } from '../../groups/index.ts'
import { preferences } from '../../identity/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { TeeTimeMember } from '../access.ts'
import { isListedAfter, isPlayerIn, spots, teeTimes } from '../schema.ts'

export type CutOffToRemind = Awaited<ReturnType<typeof listCutOffsToRemind>>[number]

/** Leaves out tee times whose spots all have players or guests, and those whose creator left the group. */
export function listCutOffsToRemind(db: Database, { now, until }: { now: Date; until: Date }) {
  const { id, groupId, creatorId, startsAt, cancelHours, cutOffSetAt } = teeTimes
  // This must match the index's expression: without the index, the job would read all tee times each minute.
  const cutOff = sql`(${startsAt} at time zone 'UTC' - make_interval(hours => ${cancelHours}))`
  const utc = (instant: Date) => sql`${instant}::timestamptz at time zone 'UTC'`
  return db
    .select({
      teeTimeId: id,
      groupId,
      creatorId,
      cutOff: sql<Date>`${cutOff} at time zone 'UTC'`.mapWith(startsAt),
      setAt: sql<Date>`${cutOffSetAt}`.mapWith(startsAt),
      quietHours: {
        from: sql<string>`coalesce(${preferences.quietFrom}, ${DEFAULT_QUIET_HOURS.from})`,
        to: sql<string>`coalesce(${preferences.quietTo}, ${DEFAULT_QUIET_HOURS.to})`,
      },
      timeZone: sql<string>`coalesce(${preferences.timeZone}, ${groups.timeZone})`,
    })
    .from(teeTimes)
    .innerJoin(groups, and(eq(groups.id, groupId), eq(groups.isActive, true)))
    .innerJoin(groupMembers, isMembershipOf(creatorId))
    .leftJoin(preferences, eq(preferences.golferId, creatorId))
    .where(sql`${cancelHours} is not null and ${teeTimes.cutOffRemindedAt} is null
      and ${isListedAfter(now)} and ${cutOff} > ${utc(now)} and ${cutOff} <= ${utc(until)}
      and exists (select from ${spots} where ${spots.teeTimeId} = ${id}
        and ${spots.status} not in ('player', 'guest'))`)
    .orderBy(startsAt, id)
}

/** Returns false if the reminder was already sent, or if the cut-off was changed or the tee time canceled. */
export async function markReminded(tx: Queries, teeTimeId: number, setAt: Date, now: Date) {
  const { id, cutOffSetAt, cutOffRemindedAt, cancelledAt } = teeTimes
  const marked = await tx
    .update(teeTimes)
    .set({ cutOffRemindedAt: now })
    .where(
      and(eq(id, teeTimeId), eq(cutOffSetAt, setAt), isNull(cutOffRemindedAt), isNull(cancelledAt)),
    )
  return (marked.rowCount ?? 0) > 0
}

export async function listMembersToCall(tx: Queries, access: TeeTimeMember): Promise<number[]> {
  const { rows } = await tx.execute<{ golferId: number }>(sql`
    select m.golfer_id as "golferId" from ${groupMembers} m
    where m.group_id = ${access.groupId} and m.golfer_id <> ${access.creatorId}
      and not ${isPlayerIn(access.teeTimeId, sql`m.golfer_id`)}
    order by m.golfer_id`)
  return rows.map(({ golferId }) => golferId)
}
