import { and, eq, sql } from 'drizzle-orm'
import type { UsedCourse } from '../../contract/tee-times.ts'
import type { Context } from '../context.ts'
import {
  type GroupMember,
  groupColumns,
  groupMembers,
  groups,
  isMembershipOf,
} from '../groups/index.ts'
import {
  type Golfer,
  golfers,
  holderColumns,
  isUnexpiredSession,
  type SessionKey,
  sessions,
} from '../identity/index.ts'
import { addDays, localDateOf } from '../platform/clock.ts'
import { inBatches } from '../platform/database/batch.ts'
import {
  type Database,
  oncePerDb,
  type Queries,
  takeAdvisoryLock,
} from '../platform/database/database.ts'
import { prepareFast } from '../platform/database/prepare-fast.ts'
import { notFound } from '../platform/errors.ts'
import { addJob } from '../platform/jobs/store.ts'
import { ROUND_MINUTES } from './check-start.ts'
import {
  hasCard,
  isListedAfter,
  isPlayerIn,
  keepsNumberAt,
  latestEndedStart,
  spots,
  teeTimes,
} from './schema.ts'

const { creatorId } = teeTimes
const memberIsAdmin = groupMembers.isAdmin

const find = oncePerDb((db: Queries) =>
  db
    .select({ ...groupColumns, memberIsAdmin, creatorId })
    .from(teeTimes)
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .leftJoin(groupMembers, isMembershipOf(sql.placeholder('golferId')))
    .where(and(eq(teeTimes.id, sql.placeholder('teeTimeId')), hasCard))
    .prepare('find_tee_time'),
)

export async function findTeeTime(db: Queries, golfer: Golfer, teeTimeId: number) {
  const [row] = await find(db).execute({ golferId: golfer.golferId, teeTimeId })
  return row
}

export type FoundTeeTime = NonNullable<Awaited<ReturnType<typeof findTeeTime>>>

const findOfSessions = oncePerDb((db: Queries) => {
  const ids = sql`${sql.placeholder('ids')}::text[]`
  const teeTimeIds = sql`${sql.placeholder('teeTimeIds')}::int[]`
  const fields = {
    nth: sql<number>`nth::int`,
    holder: holderColumns,
    group: groupColumns,
    memberIsAdmin,
    creatorId,
  }
  const query = db
    .select(fields)
    .from(sql`unnest(${ids}, ${teeTimeIds}) with ordinality as wanted (id, tee_time_id, nth)`)
    .innerJoin(sessions, and(sql`${sessions.id} = wanted.id`, isUnexpiredSession()))
    .innerJoin(golfers, eq(golfers.id, sessions.golferId))
    .leftJoin(teeTimes, and(sql`${teeTimes.id} = wanted.tee_time_id`, hasCard))
    .leftJoin(groups, eq(groups.id, teeTimes.groupId))
    .leftJoin(groupMembers, isMembershipOf(golfers.id))
  return prepareFast(db, 'find_tee_times_of_sessions', fields, query)
})

/** Like {@link findTeeTime}, but also finds the session. Simultaneous calls share a query. */
export function findSessionAndTeeTime(db: Database, session: SessionKey, teeTimeId: number) {
  return findInBatch(db)({ session, teeTimeId })
}

const findInBatch = oncePerDb((db: Database) =>
  inBatches(async (calls: readonly { session: SessionKey; teeTimeId: number }[]) => {
    const rows = await findOfSessions(db)({
      ...calls[0]?.session,
      ids: calls.map(({ session }) => session.id),
      teeTimeIds: calls.map(({ teeTimeId }) => teeTimeId),
    })
    return calls.map((_, at) => {
      const row = rows.find(({ nth }) => nth === at + 1)
      if (row === undefined) return undefined
      const { holder, group, memberIsAdmin, creatorId } = row
      const resource = group && creatorId !== null ? { ...group, memberIsAdmin, creatorId } : null
      return { holder, resource }
    })
  }),
)

/** Locks a membership, so that simultaneous requests cannot exceed a limit. @throws AppError NOT_FOUND */
export async function lockMembership(tx: Queries, { groupId, golferId }: GroupMember) {
  const rows = await tx
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.golferId, golferId)))
    .for('no key update')
  if (rows.length === 0) throw notFound('group')
}

export type TeeTimeDetails = Pick<
  typeof teeTimes.$inferSelect,
  'course' | 'date' | 'time' | 'notes' | 'cancelHours'
> & { maxPlayers: number }

export type NewTeeTime = TeeTimeDetails & { cost: number; joinAsPlayer: boolean }

export async function insertTeeTime(
  tx: Queries,
  { groupId, golferId: creatorId }: GroupMember,
  teeTime: NewTeeTime & { startsAt: Date },
  now: Date,
): Promise<number> {
  const { joinAsPlayer, maxPlayers, ...details } = teeTime
  const number = await nextNumber(tx, groupId, now)
  const cutOffSetAt = details.cancelHours === null ? null : now
  const [row] = await tx
    .insert(teeTimes)
    .values({ ...details, groupId, number, creatorId, cutOffSetAt, createdAt: now })
    .returning({ id: teeTimes.id })
  if (row === undefined) throw new Error('A tee time was not stored')
  const claimId = sql`nextval('spot_claims')`
  const playerSpot = { status: 'player', golferId: creatorId, claimId, claimedAt: now } as const
  await tx.insert(spots).values(
    Array.from({ length: maxPlayers }, (_, at) => ({
      teeTimeId: row.id,
      groupId,
      position: at + 1,
      ...(at === 0 && joinAsPlayer && playerSpot),
    })),
  )
  await tx.execute(sql`
    insert into live_events (type, group_id, tee_time_id, version)
    values ('tee_time', ${groupId}, ${row.id}, 1)`)
  return row.id
}

async function nextNumber(tx: Queries, groupId: number, now: Date): Promise<number> {
  await takeAdvisoryLock(tx, `tee-time-number:${groupId}`)
  const { rows } = await tx.execute<{ number: number }>(sql`
    with given as (
      select number from ${teeTimes}
      where group_id = ${groupId} and ${keepsNumberAt(now)}
    )
    select min(free.number) as number
    from generate_series(1, (select count(*)::int + 1 from given)) as free (number)
    where not exists (select from given where given.number = free.number)`)
  return rows[0]?.number ?? 1
}

/** Notifies members of new tee times at most once a minute, so that several posts share one message. */
export async function queueAnnouncement(tx: Queries, groupId: number, now: Date): Promise<void> {
  // Ignore times in the future, which a node whose clock was ahead may have stored.
  const { rows } = await tx.execute<{ at: string | null }>(sql`
    select max(announced_at) + interval '1 minute' as at
    from ${teeTimes}
    where group_id = ${groupId} and announced_at <= ${now}
      and announced_at > ${now}::timestamptz - interval '1 minute'`)
  const at = rows[0]?.at
  const key = `notify_posted:${groupId}`
  await addJob(tx, 'notify_posted', { groupId }, { key, ...(at && { runAt: new Date(at) }) })
}

/** Returns the id of a tee time that the golfer posted after `since` with exactly this content. */
export async function findPosted(
  tx: Queries,
  { groupId, golferId }: GroupMember,
  teeTime: NewTeeTime,
  since: Date,
): Promise<number | undefined> {
  const { course, date, time, notes, cost, maxPlayers, cancelHours, joinAsPlayer } = teeTime
  const { rows } = await tx.execute<{ id: number }>(sql`
    select t.id from ${teeTimes} t
    where t.creator_id = ${golferId} and t.group_id = ${groupId} and t.created_at > ${since}
      and t.cancelled_at is null and t.archived_at is null
      and (t.course, t.date, t.time, t.cost) = (${course}, ${date}::date, ${time}, ${cost}::int)
      and ${maxPlayers}::int = (select count(*) from ${spots} s where s.tee_time_id = t.id)
      and t.notes is not distinct from ${notes}
      and t.cancel_hours is not distinct from ${cancelHours}::int
      and ${joinAsPlayer} = ${isPlayerIn(sql`t.id`, golferId)}
    order by t.id desc limit 1`)
  return rows[0]?.id
}

/** Locks a membership, then the group. Returns the group's time zone; undefined for a former member. */
export async function lockTimeZone(tx: Queries, { groupId, golferId }: GroupMember) {
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

/** Finds the golfer's round that begins closest to `startsAt`, if it is less than ROUND_MINUTES away. */
export async function findOverlap(
  db: Queries,
  golferId: number,
  startsAt: Date,
  exceptTeeTimeId?: number,
) {
  const { id, course, date, time } = teeTimes
  const [row] = await db
    .select({ teeTimeId: id, groupId: groups.id, groupName: groups.name, course, date, time })
    .from(teeTimes)
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .where(
      sql`${id} = (select overlapping_round(${golferId}, ${startsAt}, ${exceptTeeTimeId ?? null}, ${ROUND_MINUTES}))`,
    )
  return row
}

export async function countListed(tx: Queries, { groupId, golferId }: GroupMember, now: Date) {
  const isListedInGroup = and(eq(teeTimes.groupId, groupId), isListedAfter(latestEndedStart(now)))
  const postedByGolfer = await tx.$count(teeTimes, and(isListedInGroup, eq(creatorId, golferId)))
  return { postedByGolfer, postedInGroup: await tx.$count(teeTimes, isListedInGroup) }
}

/** A course is suggested until this many days after its last tee time. */
const USED_DAYS = 366

/**
 * Lists up to 30 courses: first those where the golfer posted or played in any group, then those of the
 * group's other tee times. Each part is sorted by the course's last post, newest first.
 */
export async function listUsedCourses({ db, clock }: Context, member: GroupMember) {
  const { groupId, golferId, group } = member
  const since = addDays(localDateOf(clock.now(), group.timeZone), -USED_DAYS)
  const isUsed = sql`t.date > ${since}::date and t.cancelled_at is null`
  const { rows } = await db.execute<UsedCourse>(sql`
    with used as (
      select t.id, false as mine from ${teeTimes} t where t.group_id = ${groupId} and ${isUsed}
      union all
      select t.id, true from ${teeTimes} t where t.creator_id = ${golferId} and ${isUsed}
      union all
      select t.id, true from ${spots} mine join ${teeTimes} t on t.id = mine.tee_time_id
      where mine.golfer_id = ${golferId} and mine.status = 'player' and ${isUsed}
    )
    select (array_agg(t.course order by used.mine desc, t.created_at desc, t.id desc))[1] as course,
      (array_agg(t.time order by used.mine desc, t.created_at desc, t.id desc))[1] as time
    from used join ${teeTimes} t on t.id = used.id
    group by course_key(t.course)
    order by bool_or(used.mine) desc, max(t.created_at) desc, course_key(t.course)
    limit 30`)
  return rows
}

/** A card gets fewer changes than this between two backups. */
const VERSIONS_SKIPPED = 1_000

/**
 * Raises versions after a restore. Phones may have seen higher versions since the backup, and would ignore
 * the restored cards. Edits that were begun before the restore are refused.
 */
export async function raiseVersions(db: Queries): Promise<void> {
  await db.execute(sql`
    update ${teeTimes} set version = version + ${VERSIONS_SKIPPED}, edited_version = version + ${VERSIONS_SKIPPED}
    where archived_at is null`)
}
