import { and, eq, isNull, sql } from 'drizzle-orm'
import { groupMembers, groups } from '../../groups/index.ts'
import { preferences, type QuietHours } from '../../identity/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { TeeTimeMember } from '../access.ts'
import { isPlayerIn, spots, teeTimes } from '../schema.ts'
import { touchTeeTimes } from '../spots/store.ts'

/** A cut-off whose creator has not been reminded of it. */
export interface CutOffToRemind {
  teeTimeId: number
  groupId: number
  creatorId: number
  cutOff: Date
  setAt: Date
  /** The creator's. */
  quietHours: QuietHours
  timeZone: string
}

/** Lists cut-offs until `until`, if the tee time is not full and its creator is still a member. */
export async function listCutOffsToRemind(
  db: Database,
  { now, until }: { now: Date; until: Date },
): Promise<CutOffToRemind[]> {
  // The same expression as in the index, so that the check every minute reads only cut-offs that are near.
  const cutOff = sql`(t.starts_at at time zone 'UTC' - make_interval(hours => t.cancel_hours))`
  const utc = (instant: Date) => sql`${instant}::timestamptz at time zone 'UTC'`
  const { rows } = await db.execute<
    Omit<CutOffToRemind, 'cutOff' | 'setAt' | 'quietHours'> &
      Record<'cutOff' | 'setAt' | 'from' | 'to', string>
  >(sql`
    select t.id as "teeTimeId", t.group_id as "groupId", t.creator_id as "creatorId",
      ${cutOff} at time zone 'UTC' as "cutOff", t.cut_off_set_at as "setAt",
      coalesce(chosen.quiet_from, '21:00') as "from", coalesce(chosen.quiet_to, '08:00') as "to",
      coalesce(chosen.time_zone, g.time_zone) as "timeZone"
    from ${teeTimes} t
    join ${groups} g on g.id = t.group_id and g.is_active
    join ${groupMembers} m on m.group_id = t.group_id and m.golfer_id = t.creator_id
    left join ${preferences} chosen on chosen.golfer_id = t.creator_id
    where t.cancel_hours is not null and t.cut_off_reminded_at is null
      and t.cancelled_at is null and t.archived_at is null
      and t.starts_at > ${now} and ${cutOff} > ${utc(now)} and ${cutOff} <= ${utc(until)}
      and exists (select from ${spots} s
        where s.tee_time_id = t.id and s.status not in ('player', 'guest'))
    order by t.starts_at, t.id`)
  return rows.map(({ from, to, ...row }) => ({
    ...row,
    cutOff: new Date(row.cutOff),
    setAt: new Date(row.setAt),
    quietHours: { from, to },
  }))
}

/** Marks a cut-off's reminder as sent. Returns false when it changed or another caller was first. */
export async function markReminded(
  tx: Queries,
  { teeTimeId, setAt }: Pick<CutOffToRemind, 'teeTimeId' | 'setAt'>,
  now: Date,
): Promise<boolean> {
  const marked = await tx
    .update(teeTimes)
    .set({ cutOffRemindedAt: now })
    .where(
      and(
        eq(teeTimes.id, teeTimeId),
        eq(teeTimes.cutOffSetAt, setAt),
        isNull(teeTimes.cutOffRemindedAt),
        isNull(teeTimes.cancelledAt),
      ),
    )
  return (marked.rowCount ?? 0) > 0
}

/** Records that the group was asked to fill a locked tee time. */
export async function markCalledForPlayers(
  tx: Queries,
  scope: TeeTimeMember,
  now: Date,
): Promise<void> {
  await tx.update(teeTimes).set({ calledAt: now }).where(eq(teeTimes.id, scope.teeTimeId))
  await touchTeeTimes(tx, [scope.teeTimeId])
}

/** Lists the members who neither play in a tee time nor posted it. */
export async function listMembersToCall(tx: Queries, scope: TeeTimeMember): Promise<number[]> {
  const { rows } = await tx.execute<{ golferId: number }>(sql`
    select m.golfer_id as "golferId" from ${groupMembers} m
    where m.group_id = ${scope.groupId} and m.golfer_id <> ${scope.creatorId}
      and not ${isPlayerIn(sql`${scope.teeTimeId}`, sql`m.golfer_id`)}
    order by m.golfer_id`)
  return rows.map(({ golferId }) => golferId)
}
