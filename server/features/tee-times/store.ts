import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Overlap } from '../../../contract/overlaps.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { preparedFor } from '../../platform/database/prepared.ts'
import { golfers } from '../golfers/tables.ts'
import type { GroupMember, GroupViewer } from '../groups/gate.ts'
import { groupColumns, groups } from '../groups/tables.ts'
import { groupMembers, placeOf } from '../members/tables.ts'
import type { Golfer, SessionHolder, SessionKey } from '../sessions/gate.ts'
import { holderColumns, isLiveSession, sessions } from '../sessions/tables.ts'
import type { TeeTimeMember } from './gate.ts'
import { teeTimeCards, teeTimeParticipants, teeTimes } from './tables.ts'

const spotAnswer = { outcome: sql<string>`outcome`, card: sql<TeeTime | null>`card` }
const spotOf = sql`${sql.placeholder('teeTimeId')}, ${sql.placeholder('golferId')}, ${sql.placeholder('now')}`
const claim = preparedFor((db) =>
  db
    .select({ ...spotAnswer, overlap: sql<Overlap | null>`overlap` })
    .from(sql`claim_spot(${spotOf}, ${sql.placeholder('roundMinutes')})`)
    .prepare('claim_spot'),
)
const leave = preparedFor((db) =>
  db.select(spotAnswer).from(sql`leave_spot(${spotOf})`).prepare('leave_spot'),
)

const isThis = and(
  eq(teeTimes.id, sql.placeholder('teeTimeId')),
  isNull(teeTimes.cancelledAt),
  isNull(teeTimes.archivedAt),
)
const { creatorId } = teeTimes
const memberIsAdmin = groupMembers.isAdmin

const find = preparedFor((db) =>
  db
    .select({ ...groupColumns, memberIsAdmin, creatorId })
    .from(teeTimes)
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .leftJoin(groupMembers, placeOf(sql.placeholder('golferId')))
    .where(isThis)
    .prepare('find_tee_time'),
)

const findOfSession = preparedFor((db) =>
  db
    .select({ holder: holderColumns, group: groupColumns, memberIsAdmin, creatorId })
    .from(sessions)
    .innerJoin(golfers, eq(golfers.id, sessions.golferId))
    .leftJoin(teeTimes, isThis)
    .leftJoin(groups, eq(groups.id, teeTimes.groupId))
    .leftJoin(groupMembers, placeOf(golfers.id))
    .where(isLiveSession)
    .prepare('find_tee_time_of_session'),
)

const list = preparedFor((db) =>
  db
    .select({
      // One value instead of a row for each card: a third less work for both sides.
      cards: sql<
        TeeTime[]
      >`coalesce(json_agg(${teeTimeCards.card} order by ${teeTimeCards.startsAt}, ${teeTimeCards.id}), '[]')`,
    })
    .from(teeTimeCards)
    .where(
      and(
        eq(teeTimeCards.groupId, sql.placeholder('groupId')),
        isNull(teeTimeCards.archivedAt),
        gt(teeTimeCards.startsAt, sql.placeholder('endedBefore')),
      ),
    )
    .prepare('list_tee_times'),
)

/** A tee time's group, with this golfer's membership where there is one. */
export async function findTeeTime(db: Queries, golfer: Golfer, teeTimeId: number) {
  const [row] = await find(db).execute({ golferId: golfer.golferId, teeTimeId })
  return row
}

export type FoundTeeTime = NonNullable<Awaited<ReturnType<typeof findTeeTime>>>

/** A session and, for its golfer, as {@link findTeeTime}. */
export async function findSessionAndTeeTime(db: Queries, session: SessionKey, teeTimeId: number) {
  const [row] = await findOfSession(db).execute({ ...session, teeTimeId })
  if (row === undefined) return undefined
  const { holder, group, memberIsAdmin, creatorId } = row
  return {
    holder,
    found: group && creatorId !== null ? { ...group, memberIsAdmin, creatorId } : null,
  }
}

/** Whether a golfer belongs to the group of the scope. */
export async function isStillMember(
  db: Database,
  scope: GroupMember,
  golferId: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, scope.groupId), eq(groupMembers.golferId, golferId)))
  return rows.length > 0
}

/** The cards of a group, soonest first, without those that are over. */
export async function listCards(
  db: Database,
  viewer: GroupViewer,
  endedBefore: Date,
): Promise<TeeTime[]> {
  const [row] = await list(db).execute({ groupId: viewer.groupId, endedBefore })
  return row?.cards ?? []
}

/** The groups that a golfer belongs to and that are switched on, with what decides about claiming. */
export async function listActiveGroupsOf(db: Database, holder: SessionHolder) {
  const { id, name, slug, timeZone, expiryDate, renews } = groups
  return db
    .select({ id, name, slug, timeZone, expiryDate, renews })
    .from(groups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, id))
    .where(and(eq(groupMembers.golferId, holder.golferId), eq(groups.isActive, true)))
}

/** Most cards in one answer across groups. */
const MOST_CARDS = 50

/** The cards on which a golfer plays in some groups, soonest first, without those that are over. */
export async function listMyRounds(
  db: Database,
  holder: SessionHolder,
  groupIds: readonly number[],
  endedBefore: Date,
): Promise<TeeTime[]> {
  return soonest(
    db,
    sql`${teeTimeParticipants} playing
      join ${teeTimes} t on t.id = playing.tee_time_id
        and t.group_id = any(${sql.param(groupIds)}::int[]) and t.starts_at > ${endedBefore}
      where playing.golfer_id = ${holder.golferId}`,
  )
}

/**
 * The cards on which a golfer could claim a spot, soonest first.
 * @param until each group with the last local date that is looked at
 */
export async function listMyOpenSpots(
  db: Database,
  holder: SessionHolder,
  until: readonly { groupId: number; lastDate: string }[],
  now: Date,
): Promise<TeeTime[]> {
  const groupIds = until.map(({ groupId }) => groupId)
  const lastDates = until.map(({ lastDate }) => lastDate)
  return soonest(
    db,
    sql`unnest(${sql.param(groupIds)}::int[], ${sql.param(lastDates)}::text[])
        as open_in (group_id, last_date)
      join ${teeTimes} t on t.group_id = open_in.group_id
        and t.starts_at > ${now} and t.date <= open_in.last_date
      where not exists (select from ${teeTimeParticipants} p
          where p.tee_time_id = t.id and p.golfer_id = ${holder.golferId})
        and (
          t.max_players - t.waiting - t.aside >
            (select count(*) from ${teeTimeParticipants} p where p.tee_time_id = t.id)
          or t.waiting > 0 and exists (select from waiting_golfers w where w.tee_time_id = t.id
            and w.golfer_id = ${holder.golferId} and w.offered_until > ${now})
          or t.aside > 0 and exists (select from spot_holds h where h.tee_time_id = t.id
            and h.golfer_id = ${holder.golferId} and h.held_until > ${now})
        )`,
  )
}

/** The first cards of the tee times `t` that a from-clause finds: chosen first, put together then. */
async function soonest(db: Database, found: SQL): Promise<TeeTime[]> {
  const { rows } = await db.execute<{ card: TeeTime }>(sql`
    select c.card from (
      select t.id from ${found} and t.cancelled_at is null and t.archived_at is null
      order by t.starts_at, t.id limit ${MOST_CARDS}
    ) first_ones
    join ${teeTimeCards} c on c.id = first_ones.id
    order by c.starts_at, c.id`)
  return rows.map(({ card }) => card)
}

/** One card for all members of its group, as the live news tells it; undefined once it is gone. */
export async function readCard(db: Queries, teeTimeId: number): Promise<TeeTime | undefined> {
  const [row] = await db
    .select({ card: teeTimeCards.card })
    .from(teeTimeCards)
    .where(and(eq(teeTimeCards.id, teeTimeId), isNull(teeTimeCards.archivedAt)))
  return row?.card
}

/** What the creator of a tee time may change. */
export interface TeeTimeDetails {
  course: string
  /** Local to the group. */
  date: string
  /** Local to the group. */
  time: string
  notes: string | null
  maxPlayers: number
  /** The course takes a cancellation until so many hours before tee-off. */
  cancelHours: number | null
}

export interface NewTeeTime extends TeeTimeDetails {
  startsAt: Date
  cost: number
  joinAsPlayer: boolean
}

/**
 * Stores a tee time; undefined when the poster has just been removed from the group, 'moved' when the
 * group has just got another time zone, in which `startsAt` would be wrong.
 */
export async function insertTeeTime(
  db: Queries,
  member: GroupMember,
  teeTime: NewTeeTime,
  now: Date,
): Promise<TeeTime | 'moved' | undefined> {
  const { course, date, time, startsAt, cost, notes, maxPlayers, cancelHours, joinAsPlayer } =
    teeTime
  // The group's lock waits for a change of the zone that is under way, and holds off the next one.
  // As everywhere, the membership is locked before the group.
  const { rows } = await db.execute<{ card: TeeTime | null }>(sql`
    with place as materialized (
      select 1 from ${groupMembers}
      where ${groupMembers.groupId} = ${member.groupId} and ${groupMembers.golferId} = ${member.golferId}
      for key share
    ), zone as materialized (
      select 1 from ${groups} cross join (select count(*) from place) as held
      where ${groups.id} = ${member.groupId} and ${groups.timeZone} = ${member.group.timeZone}
      for share of ${groups}
    )
    select post_tee_time(${member.groupId}, ${member.golferId}, ${course}, ${date}, ${time},
      ${startsAt}, ${cost}, ${notes}, ${maxPlayers}, ${joinAsPlayer}, ${now}, ${cancelHours}) as card
    from zone`)
  const [row] = rows
  return row === undefined ? 'moved' : (row.card ?? undefined)
}

/** Finds the golfer's own tee time with exactly this content, posted since an instant. */
export async function findPosted(
  tx: Queries,
  { groupId, golferId }: GroupMember,
  teeTime: Omit<NewTeeTime, 'startsAt' | 'cancelHours'> & { cancelHours?: number | null },
  since: Date,
): Promise<TeeTime | undefined> {
  const { course, date, time, notes, cost, maxPlayers, cancelHours = null, joinAsPlayer } = teeTime
  const { rows } = await tx.execute<{ id: number }>(sql`
    select t.id from ${teeTimes} t
    where t.creator_id = ${golferId} and t.group_id = ${groupId} and t.created_at > ${since}
      and t.cancelled_at is null and t.archived_at is null
      and (t.course, t.date, t.time, t.cost, t.max_players)
        = (${course}, ${date}, ${time}, ${cost}::int, ${maxPlayers}::int)
      and t.notes is not distinct from ${notes}
      and t.cancel_hours is not distinct from ${cancelHours}::int
      and ${joinAsPlayer} = exists (select from ${teeTimeParticipants} p
        where p.tee_time_id = t.id and p.golfer_id = ${golferId})
    order by t.id limit 1`)
  const [found] = rows
  return found && readCard(tx, found.id)
}

/**
 * See `functions/claim_spot.sql`: one round trip, one transaction.
 * @param roundMinutes how long a round is, to be told of another one instead; null to claim in any case
 */
export async function takeSpot(
  db: Queries,
  { teeTimeId, golferId }: TeeTimeMember,
  roundMinutes: number | null,
  now: Date,
) {
  const [row] = await claim(db).execute({ teeTimeId, golferId, roundMinutes, now })
  return row
}

/** See `functions/leave_spot.sql`. */
export async function releaseSpot(db: Queries, scope: TeeTimeMember, now: Date) {
  const { teeTimeId, golferId } = scope
  const [row] = await leave(db).execute({ teeTimeId, golferId, now })
  return row
}

/** Locks a tee time until the end of the transaction; undefined once it is cancelled or archived. */
export async function lockRow(tx: Queries, { teeTimeId }: TeeTimeMember) {
  const [locked] = await tx
    .select({ editedVersion: teeTimes.editedVersion })
    .from(teeTimes)
    .where(
      and(eq(teeTimes.id, teeTimeId), isNull(teeTimes.cancelledAt), isNull(teeTimes.archivedAt)),
    )
    .for('no key update')
  return locked
}

/**
 * Locks a tee time for its editor, and the zone in which its date and time count. Nobody claims or
 * leaves a spot until the end of the transaction.
 * Answers undefined when it is gone, or the golfer of the scope no member any more.
 */
export async function lockForEdit(tx: Queries, scope: TeeTimeMember) {
  const locked = await lockRow(tx, scope)
  if (locked === undefined) return undefined
  // The tee time comes first, then the membership, then the group: the order of all that lock them.
  const timeZone = await lockZone(tx, scope)
  if (timeZone === undefined) return undefined
  const card = await readCard(tx, scope.teeTimeId)
  return card && { card, editedVersion: locked.editedVersion, timeZone }
}

/**
 * Locks a membership and then the zone in which its group's dates and times count; undefined when the
 * golfer of the scope is no member any more.
 */
export async function lockZone(
  tx: Queries,
  { groupId, golferId }: GroupMember,
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ timeZone: string }>(sql`
    with place as materialized (
      select 1 from ${groupMembers}
      where ${groupMembers.groupId} = ${groupId} and ${groupMembers.golferId} = ${golferId}
      for key share
    )
    select ${groups.timeZone} as "timeZone"
    from ${groups} cross join (select count(*) as places from place) as held
    where ${groups.id} = ${groupId} and held.places > 0
    for share of ${groups}`)
  return rows[0]?.timeZone
}

/**
 * Gives a tee time that the caller has locked other details; answers its new card.
 * @param cutOffMoves its creator is told of the new one
 */
export async function updateDetails(
  tx: Queries,
  scope: TeeTimeMember,
  details: TeeTimeDetails & { startsAt: Date },
  { cutOffMoves, now }: { cutOffMoves: boolean; now: Date },
): Promise<TeeTime | undefined> {
  const version = sql`${teeTimes.version} + 1`
  const cutOff = cutOffMoves && {
    cutOffSetAt: details.cancelHours === null ? null : now,
    guardedAt: null,
  }
  await tx
    .update(teeTimes)
    .set({ ...details, ...cutOff, version, editedVersion: version })
    .where(eq(teeTimes.id, scope.teeTimeId))
  await settleLateWithdrawals(tx, [scope.teeTimeId], now)
  return readCard(tx, scope.teeTimeId)
}

/** See `functions/settle_hooks.sql`. */
export async function settleLateWithdrawals(
  tx: Queries,
  teeTimeIds: readonly number[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    select settle_hooks(id, ${now}) from unnest(${sql.param(teeTimeIds)}::int[]) as id order by id`)
}

/** Cancels a tee time before its tee-off and returns it; undefined when it has begun or is gone. */
export async function markCancelled(db: Queries, scope: TeeTimeMember, now: Date) {
  const [cancelled] = await db
    .update(teeTimes)
    .set({ cancelledAt: now, version: sql`${teeTimes.version} + 1` })
    .where(
      and(
        eq(teeTimes.id, scope.teeTimeId),
        gt(teeTimes.startsAt, now),
        isNull(teeTimes.cancelledAt),
        isNull(teeTimes.archivedAt),
      ),
    )
    .returning({ course: teeTimes.course, date: teeTimes.date, time: teeTimes.time })
  return cancelled
}
