import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { golfers } from '../golfers/tables.ts'
import { groups } from '../groups/tables.ts'
import { joinRequests } from '../invites/tables.ts'
import { groupMembers } from '../members/tables.ts'
import type { Messenger } from '../messages/gate.ts'
import { teeTimeParticipants, teeTimes } from '../tee-times/tables.ts'

/**
 * Tee times as a golfer is told of them, soonest first, cancelled ones too; none of groups that are
 * switched off, or that the golfer does not belong to.
 */
export async function findRounds(
  db: Database,
  _messenger: Messenger,
  teeTimeIds: readonly number[],
  golferId: number,
) {
  const rows = await db
    .select({
      id: teeTimes.id,
      number: teeTimes.number,
      course: teeTimes.course,
      date: teeTimes.date,
      time: teeTimes.time,
      startsAt: teeTimes.startsAt,
      notes: teeTimes.notes,
      maxPlayers: teeTimes.maxPlayers,
      version: teeTimes.version,
      cancelledAt: teeTimes.cancelledAt,
      archivedAt: teeTimes.archivedAt,
      creatorId: teeTimes.creatorId,
      creatorName: golfers.name,
      zone: groups.timeZone,
      groupName: groups.name,
      slug: groups.slug,
      expiryDate: groups.expiryDate,
      subscriptionStatus: groups.subscriptionStatus,
      players: sql<{ id: number; name: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', player.id, 'name', player.name) order by playing.id)
        from ${teeTimeParticipants} playing join ${golfers} player on player.id = playing.golfer_id
        where playing.tee_time_id = ${teeTimes.id}), '[]')`,
    })
    .from(teeTimes)
    .innerJoin(groups, and(eq(groups.id, teeTimes.groupId), eq(groups.isActive, true)))
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.groupId, groups.id), eq(groupMembers.golferId, golferId)),
    )
    .innerJoin(golfers, eq(golfers.id, teeTimes.creatorId))
    .where(inArray(teeTimes.id, [...teeTimeIds]))
    .orderBy(teeTimes.startsAt, teeTimes.id)
  return rows
}

export type Round = Awaited<ReturnType<typeof findRounds>>[number]

/** A group that is switched on, as one of its members is told of it; undefined for who is none. */
export async function findGroupToTell(
  db: Database,
  _messenger: Messenger,
  groupId: number,
  golferId: number,
) {
  const [row] = await db
    .select({
      name: groups.name,
      slug: groups.slug,
      zone: groups.timeZone,
      ownerId: groups.ownerId,
      isAdmin: groupMembers.isAdmin,
      expiryDate: groups.expiryDate,
      subscriptionStatus: groups.subscriptionStatus,
    })
    .from(groups)
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.groupId, groups.id), eq(groupMembers.golferId, golferId)),
    )
    .where(and(eq(groups.id, groupId), eq(groups.isActive, true)))
  return row
}

export type GroupToTell = NonNullable<Awaited<ReturnType<typeof findGroupToTell>>>

/** What a golfer is called; undefined once the account is deleted. */
export async function findName(
  db: Database,
  _messenger: Messenger,
  golferId: number,
): Promise<string | undefined> {
  const [row] = await db
    .select({ name: golfers.name })
    .from(golfers)
    .where(and(eq(golfers.id, golferId), isNull(golfers.deletedAt)))
  return row?.name
}

/** The names of those who ask to join a group and wait, the newest first. */
export async function listWaiting(
  db: Database,
  _messenger: Messenger,
  groupId: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select request.name from ${joinRequests} request
    where request.group_id = ${groupId} and request.decided_at is null and not exists (
      select from ${groupMembers} place join ${golfers} member on member.id = place.golfer_id
      where place.group_id = request.group_id
        and (member.id = request.golfer_id or lower(member.email) = lower(request.email)))
    order by request.id desc`)
  return rows.map(({ name }) => name)
}
