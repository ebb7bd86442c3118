import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { QuietHours } from '../deliveries/quiet-hours.ts'
import { groups } from '../groups/tables.ts'
import { guests } from '../guests/tables.ts'
import { groupMembers } from '../members/tables.ts'
import type { Messenger } from '../messages/gate.ts'
import { preferences } from '../preferences/tables.ts'
import type { SessionHolder } from '../sessions/gate.ts'
import type { TeeTimeMember } from '../tee-times/gate.ts'
import { teeTimeParticipants, teeTimes } from '../tee-times/tables.ts'
import { onTheHook } from './tables.ts'

/** A cut-off that its creator was not told of. */
export interface Unguarded extends Record<string, unknown> {
  teeTimeId: number
  groupId: number
  creatorId: number
  cutOff: Date
  setAt: Date
  quietHours: QuietHours
  timeZone: string
}

/** Cut-offs to come before an instant, of tee times that are not full and whose creators are members. */
export async function listUnguarded(
  db: Database,
  _messenger: Messenger,
  { now, until }: { now: Date; until: Date },
): Promise<Unguarded[]> {
  const cutOff = sql`cut_off_of(t)`
  const { rows } = await db.execute<{
    teeTimeId: number
    groupId: number
    creatorId: number
    cutOff: string
    setAt: string
    from: string
    to: string
    timeZone: string
  }>(sql`
    select t.id as "teeTimeId", t.group_id as "groupId", t.creator_id as "creatorId",
      ${cutOff} as "cutOff", t.cut_off_set_at as "setAt",
      coalesce(chosen.quiet_from, '21:00') as "from", coalesce(chosen.quiet_to, '08:00') as "to",
      coalesce(chosen.time_zone, g.time_zone) as "timeZone"
    from ${teeTimes} t
    join ${groups} g on g.id = t.group_id and g.is_active
    join ${groupMembers} m on m.group_id = t.group_id and m.golfer_id = t.creator_id
    left join ${preferences} chosen on chosen.golfer_id = t.creator_id
    where t.cancel_hours is not null and t.guarded_at is null
      and t.cancelled_at is null and t.archived_at is null
      and t.starts_at > ${now} and ${cutOff} > ${now} and ${cutOff} <= ${until}
      and t.max_players > (select count(*) from ${teeTimeParticipants} p where p.tee_time_id = t.id)
        + (select count(*) from ${guests} guest where guest.tee_time_id = t.id)
    order by t.starts_at, t.id`)
  return rows.map(({ from, to, ...row }) => ({
    ...row,
    cutOff: new Date(row.cutOff),
    setAt: new Date(row.setAt),
    quietHours: { from, to },
  }))
}

/** Notes that a creator is told of a cut-off; false where it is another by now, or another was first. */
export async function markGuarded(
  tx: Queries,
  _messenger: Messenger,
  { teeTimeId, setAt }: Pick<Unguarded, 'teeTimeId' | 'setAt'>,
  now: Date,
): Promise<boolean> {
  const marked = await tx
    .update(teeTimes)
    .set({ guardedAt: now })
    .where(
      and(
        eq(teeTimes.id, teeTimeId),
        eq(teeTimes.cutOffSetAt, setAt),
        isNull(teeTimes.guardedAt),
        isNull(teeTimes.cancelledAt),
      ),
    )
  return (marked.rowCount ?? 0) > 0
}

/** Notes that the group was asked to fill a locked tee time. */
export async function markCalled(tx: Queries, scope: TeeTimeMember, now: Date): Promise<void> {
  await tx
    .update(teeTimes)
    .set({ calledAt: now, version: sql`${teeTimes.version} + 1` })
    .where(eq(teeTimes.id, scope.teeTimeId))
}

/** The members who neither play in a tee time nor posted it. */
export async function listCalled(tx: Queries, scope: TeeTimeMember): Promise<number[]> {
  const { rows } = await tx.execute<{ golferId: number }>(sql`
    select m.golfer_id as "golferId" from ${groupMembers} m
    where m.group_id = ${scope.groupId} and m.golfer_id <> ${scope.creatorId}
      and not exists (select from ${teeTimeParticipants} p
        where p.tee_time_id = ${scope.teeTimeId} and p.golfer_id = m.golfer_id)
    order by m.golfer_id`)
  return rows.map(({ golferId }) => golferId)
}

/** For what spots to come a golfer is on the hook. */
export async function listOwnHooks(db: Database, { golferId }: SessionHolder, now: Date) {
  return db
    .select({
      groupName: groups.name,
      course: teeTimes.course,
      date: teeTimes.date,
      time: teeTimes.time,
      since: onTheHook.since,
    })
    .from(onTheHook)
    .innerJoin(teeTimes, eq(teeTimes.id, onTheHook.teeTimeId))
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .where(and(eq(onTheHook.golferId, golferId), gt(teeTimes.startsAt, now)))
    .orderBy(onTheHook.id)
}
