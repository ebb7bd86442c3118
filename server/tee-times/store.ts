import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Overlap } from '../../contract/overlaps.ts'
import {
  type GroupMember,
  type GroupViewer,
  groupColumns,
  groupMembers,
  groups,
  placeOf,
} from '../groups/index.ts'
import {
  type Golfer,
  golfers,
  holderColumns,
  isLiveSession,
  type SessionHolder,
  type SessionKey,
  sessions,
} from '../identity/index.ts'
import {
  type Database,
  preparedFor,
  type Queries,
  withAdvisoryLock,
} from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/store.ts'
import type { TeeTimeMember } from './access.ts'
import type { CardVersion } from './cards/read-cards.ts'
import { hasCard, spots, teeTimes } from './schema.ts'

const isThis = and(eq(teeTimes.id, sql.placeholder('teeTimeId')), hasCard)
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

/** The tee times on a group's list, soonest first, as text because the driver parses arrays slowly. */
const listed = sql`(
  select string_agg(t.id || ' ' || t.version, ',' order by t.starts_at, t.id) from ${teeTimes} t
  where t.group_id = ${groups.id} and t.cancelled_at is null and t.archived_at is null
    and t.starts_at > ${sql.placeholder('endedBefore')})`.mapWith(readCardVersions)

function readCardVersions(listed: string): CardVersion[] {
  return listed.split(',').map((one) => {
    const [id, version] = one.split(' ')
    return { id: Number(id), version: Number(version) }
  })
}

const findListOfSession = preparedFor((db) =>
  db
    .select({ holder: holderColumns, group: groupColumns, memberIsAdmin, listed })
    .from(sessions)
    .innerJoin(golfers, eq(golfers.id, sessions.golferId))
    .leftJoin(groups, eq(groups.slug, sql.placeholder('slug')))
    .leftJoin(groupMembers, placeOf(golfers.id))
    .where(isLiveSession)
    .prepare('find_list_of_session'),
)

/**
 * Finds a session and, for its golfer, the group with this slug and its card versions, except those of
 * tee times that have ended.
 */
export async function findSessionAndList(
  db: Queries,
  session: SessionKey,
  of: { slug: string; endedBefore: Date },
) {
  const [row] = await findListOfSession(db).execute({ ...session, ...of })
  if (row === undefined) return undefined
  const { holder, group, memberIsAdmin, listed } = row
  // The driver returns null for a list without tee times.
  const cards = (listed as CardVersion[] | null) ?? []
  return { holder, found: group && { ...group, memberIsAdmin, cards } }
}

/** Finds a tee time's group, with this golfer's membership if there is one. */
export async function findTeeTime(db: Queries, golfer: Golfer, teeTimeId: number) {
  const [row] = await find(db).execute({ golferId: golfer.golferId, teeTimeId })
  return row
}

export type FoundTeeTime = NonNullable<Awaited<ReturnType<typeof findTeeTime>>>

/** Finds a session and, for its golfer, the same as {@link findTeeTime}. */
export async function findSessionAndTeeTime(db: Queries, session: SessionKey, teeTimeId: number) {
  const [row] = await findOfSession(db).execute({ ...session, teeTimeId })
  if (row === undefined) return undefined
  const { holder, group, memberIsAdmin, creatorId } = row
  return {
    holder,
    found: group && creatorId !== null ? { ...group, memberIsAdmin, creatorId } : null,
  }
}

/** Returns whether a golfer belongs to a group. */
export async function isMember(
  db: Queries,
  { groupId, golferId }: { groupId: number; golferId: number },
): Promise<boolean> {
  const rows = await db
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.golferId, golferId)))
  return rows.length > 0
}

/** Lists a group's card versions, soonest first, except those of tee times that have ended. */
export async function listVersions(
  db: Database,
  viewer: GroupViewer,
  endedBefore: Date,
): Promise<{ id: number; version: number }[]> {
  return db
    .select({ id: teeTimes.id, version: teeTimes.version })
    .from(teeTimes)
    .where(
      and(
        eq(teeTimes.groupId, viewer.groupId),
        isNull(teeTimes.cancelledAt),
        isNull(teeTimes.archivedAt),
        gt(teeTimes.startsAt, endedBefore),
      ),
    )
    .orderBy(teeTimes.startsAt, teeTimes.id)
}

/** Lists a golfer's active groups, with the fields that decide whether spots can be claimed. */
export async function listActiveGroupsOf(db: Database, holder: SessionHolder) {
  const { id, name, slug, timeZone, expiryDate, renews } = groups
  return db
    .select({ id, name, slug, timeZone, expiryDate, renews })
    .from(groups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, id))
    .where(and(eq(groupMembers.golferId, holder.golferId), eq(groups.isActive, true)))
}

/** The most cards in each list across groups. */
const MOST_CARDS = 50

/**
 * Lists the tee times a golfer plays in, and those in which they could claim a spot, both soonest first,
 * except those that have ended.
 * @param openIn the groups in which spots can be claimed, each with the last local date to include
 */
export async function listMine(
  db: Database,
  { golferId }: SessionHolder,
  {
    groupIds,
    openIn,
  }: { groupIds: readonly number[]; openIn: readonly { groupId: number; lastDate: string }[] },
  { now, endedBefore }: { now: Date; endedBefore: Date },
): Promise<{ rounds: CardVersion[]; openSpots: CardVersion[] }> {
  const { rows } = await db.execute<{ list: string; id: number; version: number }>(sql`
    (${soonest(
      'rounds',
      sql`${spots} playing
        join ${teeTimes} t on t.id = playing.tee_time_id
          and t.group_id = any(${sql.param(groupIds)}::int[]) and t.starts_at > ${endedBefore}
        where playing.golfer_id = ${golferId} and playing.status = 'player'`,
    )}) union all (${soonest(
      'openSpots',
      sql`unnest(${sql.param(openIn.map(({ groupId }) => groupId))}::int[],
            ${sql.param(openIn.map(({ lastDate }) => lastDate))}::date[]) as open_in (group_id, last_date)
        join ${teeTimes} t on t.group_id = open_in.group_id
          and t.starts_at > ${now} and t.date <= open_in.last_date
        where not exists (select from ${spots} s where s.tee_time_id = t.id
            and s.golfer_id = ${golferId} and s.status = 'player')
          and exists (select from ${spots} s where s.tee_time_id = t.id
            and (s.status = 'open' or s.golfer_id = ${golferId} and s.until > ${now}))`,
    )})`)
  const of = (list: string) => rows.filter((row) => row.list === list)
  return { rounds: of('rounds'), openSpots: of('openSpots') }
}

/** Selects the first of the tee times `t` that a from clause finds. */
function soonest(list: string, found: SQL): SQL {
  return sql`select ${list} as list, t.id, t.version
    from ${found} and t.cancelled_at is null and t.archived_at is null
    order by t.starts_at, t.id limit ${MOST_CARDS}`
}

/** The fields of a tee time that its creator may change. */
export interface TeeTimeDetails {
  course: string
  /** Local to the group. */
  date: string
  /** Local to the group. */
  time: string
  notes: string | null
  maxPlayers: number
  /** How many hours before tee-off the course still takes a cancellation; null without a cut-off. */
  cancelHours: number | null
}

export interface NewTeeTime extends TeeTimeDetails {
  startsAt: Date
  cost: number
  joinAsPlayer: boolean
}

/** Inserts a tee time with its spots. A poster who plays gets the first one. Returns the id. */
export async function insertTeeTime(
  tx: Queries,
  { groupId, golferId: creatorId }: GroupMember,
  teeTime: NewTeeTime,
  now: Date,
): Promise<number> {
  const { joinAsPlayer, maxPlayers, ...details } = teeTime
  const number = await nextNumber(tx, groupId, now)
  const cutOffSetAt = details.cancelHours === null ? null : now
  const [row] = await tx
    .insert(teeTimes)
    .values({ groupId, number, creatorId, ...details, cutOffSetAt, createdAt: now })
    .returning({ id: teeTimes.id })
  if (row === undefined) throw new Error('A tee time was not stored')
  await tx.execute(sql`
    insert into ${spots} (tee_time_id, position, status, golfer_id, claim_id, claimed_at)
    select ${row.id}, position, case when taken then 'player' else 'open' end,
      case when taken then ${creatorId}::int end, case when taken then nextval('spot_claims') end,
      case when taken then ${now}::timestamptz end
    from generate_series(1, ${maxPlayers}::int) as position,
      lateral (select ${joinAsPlayer}::boolean and position = 1 as taken) as first`)
  await tx.execute(sql`
    insert into live_events (type, group_id, tee_time_id, version)
    values ('tee_time', ${groupId}, ${row.id}, 1)`)
  return row.id
}

/** Returns the smallest number that no tee time of the group has now or had in the last 60 days. */
async function nextNumber(tx: Queries, groupId: number, now: Date): Promise<number> {
  await withAdvisoryLock(tx, `tee-time-number:${groupId}`)
  const { rows } = await tx.execute<{ number: number }>(sql`
    with given as (
      select number from ${teeTimes}
      where group_id = ${groupId} and starts_at > ${now}::timestamptz - interval '60 days'
    )
    select min(free.number) as number
    from generate_series(1, (select count(*)::int + 1 from given)) as free (number)
    where not exists (select from given where given.number = free.number)`)
  return rows[0]?.number ?? 1
}

/**
 * Queues the notification of new tee times: now, or a minute after the last one, so that several posts in
 * a row become one message.
 */
export async function queueAnnouncement(tx: Queries, groupId: number, now: Date): Promise<void> {
  const { rows } = await tx.execute<{ runAt: string }>(sql`
    select greatest(${now}::timestamptz, max(announced_at) + interval '1 minute') as "runAt"
    from ${teeTimes}
    where group_id = ${groupId} and announced_at > ${now}::timestamptz - interval '1 minute'`)
  const runAt = new Date(rows[0]?.runAt ?? now)
  await addJob(tx, 'notify_posted', { groupId }, { key: `notify_posted:${groupId}`, runAt })
}

/** Finds the golfer's own tee time with exactly this content, posted after `since`. Returns its id. */
export async function findPosted(
  tx: Queries,
  { groupId, golferId }: GroupMember,
  teeTime: Omit<NewTeeTime, 'startsAt' | 'cancelHours'> & { cancelHours?: number | null },
  since: Date,
): Promise<number | undefined> {
  const { course, date, time, notes, cost, maxPlayers, cancelHours = null, joinAsPlayer } = teeTime
  const { rows } = await tx.execute<{ id: number }>(sql`
    select t.id from ${teeTimes} t
    where t.creator_id = ${golferId} and t.group_id = ${groupId} and t.created_at > ${since}
      and t.cancelled_at is null and t.archived_at is null
      and (t.course, t.date, t.time, t.cost) = (${course}, ${date}::date, ${time}, ${cost}::int)
      and ${maxPlayers}::int = (select count(*) from ${spots} s where s.tee_time_id = t.id)
      and t.notes is not distinct from ${notes}
      and t.cancel_hours is not distinct from ${cancelHours}::int
      and ${joinAsPlayer} = exists (select from ${spots} s where s.tee_time_id = t.id
        and s.golfer_id = ${golferId} and s.status = 'player')
    order by t.id limit 1`)
  return rows[0]?.id
}

/** Locks a tee time until the end of the transaction. Returns false once it is canceled or archived. */
export async function lockRow(tx: Queries, { teeTimeId }: TeeTimeMember): Promise<boolean> {
  const rows = await tx
    .select({ id: teeTimes.id })
    .from(teeTimes)
    .where(and(eq(teeTimes.id, teeTimeId), hasCard))
    .for('no key update')
  return rows.length > 0
}

/**
 * Locks a membership, then the group's time zone. Returns the zone, or undefined when the golfer in the
 * scope is no longer a member.
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
 * Stores new details of a tee time that the caller has locked. The caller updates its version and spots.
 * @param cutOffMoves whether the cut-off changes, so that the creator gets a new reminder
 */
export async function updateDetails(
  tx: Queries,
  scope: TeeTimeMember,
  { maxPlayers: _spots, ...details }: TeeTimeDetails & { startsAt: Date },
  { cutOffMoves, now }: { cutOffMoves: boolean; now: Date },
): Promise<void> {
  const cutOff = cutOffMoves && {
    cutOffSetAt: details.cancelHours === null ? null : now,
    cutOffRemindedAt: null,
  }
  await tx
    .update(teeTimes)
    .set({ ...details, ...cutOff })
    .where(eq(teeTimes.id, scope.teeTimeId))
}

/** Cancels a tee time before its tee-off. Returns it, or undefined when it has begun or is gone. */
export async function markCancelled(db: Queries, scope: TeeTimeMember, now: Date) {
  const [cancelled] = await db
    .update(teeTimes)
    .set({ cancelledAt: now })
    .where(and(eq(teeTimes.id, scope.teeTimeId), gt(teeTimes.startsAt, now), hasCard))
    .returning({ course: teeTimes.course, date: teeTimes.date, time: teeTimes.time })
  return cancelled
}

/** Finds another round of a golfer; see `functions/overlapping_round.sql`. */
export async function selectOverlap(
  db: Queries,
  {
    golferId,
    startsAt,
    except,
    roundMinutes,
  }: { golferId: number; startsAt: Date; except: number | null; roundMinutes: number },
): Promise<Overlap | undefined> {
  const [row] = await db
    .select({
      teeTimeId: teeTimes.id,
      groupId: groups.id,
      groupName: groups.name,
      course: teeTimes.course,
      date: teeTimes.date,
      time: teeTimes.time,
    })
    .from(teeTimes)
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .where(
      sql`${teeTimes.id} = (select overlapping_round(${golferId}, ${startsAt}, ${except}, ${roundMinutes}))`,
    )
  return row
}
