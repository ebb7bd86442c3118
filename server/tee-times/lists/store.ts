import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import {
  type GroupViewer,
  groupColumns,
  groupMembers,
  groups,
  isMembershipOf,
  memberCountOf,
} from '../../groups/index.ts'
import {
  golfers,
  holderColumns,
  isLiveSession,
  type SessionHolder,
  type SessionKey,
  sessions,
} from '../../identity/index.ts'
import { type Database, oncePerDb, type Queries } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { CardVersion } from '../cards/store.ts'
import {
  isListedAfter,
  latestEndedStart,
  openSpotCount,
  spots,
  teeTimes,
  waitingList,
} from '../schema.ts'

/**
 * The ids and versions of the tee times on a group's list, soonest first: '7 3,9 1' means tee time 7 in
 * version 3, then tee time 9 in version 1. A string is parsed faster than an array, and is the key of the
 * list cache. `groups.id` must be inside `eq`: elsewhere, Drizzle omits the table's name in queries of only
 * one table.
 */
const listVersions = sql<string | null>`(
  select string_agg(t.id || ' ' || t.version, ',' order by t.starts_at, t.id) from ${teeTimes} t
  where ${eq(sql`t.group_id`, groups.id)} and t.cancelled_at is null and t.archived_at is null
    and t.starts_at > ${latestEndedStart(sql.placeholder('now'))})`

export function parseListVersions(listVersions: string): CardVersion[] {
  if (listVersions === '') return []
  return listVersions.split(',').map((one) => {
    const [id, version] = one.split(' ')
    return { id: Number(id), version: Number(version) }
  })
}

/** Returns the string that {@link parseListVersions} parses. */
export async function readListVersions(db: Database, viewer: GroupViewer, now: Date) {
  const query = db.select({ listVersions }).from(groups).where(eq(groups.id, viewer.groupId))
  const [row] = await query.prepare('find_listed').execute({ now })
  return row?.listVersions ?? ''
}

const memberIsAdmin = groupMembers.isAdmin

const findListOfSession = oncePerDb((db) =>
  db
    .select({ holder: holderColumns, group: groupColumns, memberIsAdmin, listVersions })
    .from(sessions)
    .innerJoin(golfers, eq(golfers.id, sessions.golferId))
    .leftJoin(groups, eq(groups.slug, sql.placeholder('slug')))
    .leftJoin(groupMembers, isMembershipOf(golfers.id))
    .where(isLiveSession)
    .prepare('find_list_of_session'),
)

export async function findSessionAndList(db: Queries, session: SessionKey, slug: string) {
  const [row] = await findListOfSession(db).execute({ ...session, slug })
  if (row === undefined) return undefined
  const { holder, group, memberIsAdmin, listVersions } = row
  return {
    holder,
    resource: group && { ...group, memberIsAdmin, listVersions: listVersions ?? '' },
  }
}

export async function readStatistics(db: Database, viewer: GroupViewer, now: Date) {
  const isInGroup = eq(teeTimes.groupId, viewer.groupId)
  const isOnList = and(isInGroup, isListedAfter(latestEndedStart(now)))
  const canHaveOpenSpots = and(isInGroup, isListedAfter(now))
  const [row] = await db
    .select({
      ownerName: golfers.name,
      memberCount: memberCountOf(groups.id),
      activeTimes: sql<number>`(select count(*)::int from ${teeTimes} where ${isOnList})`,
      openSpots: sql<number>`(
        select coalesce(sum(${openSpotCount}), 0)::int from ${teeTimes} where ${canHaveOpenSpots})`,
      hasPosted: sql<boolean>`exists (
        select from ${teeTimes} where ${isInGroup})`,
    })
    .from(groups)
    .innerJoin(golfers, eq(golfers.id, groups.ownerId))
    .where(eq(groups.id, viewer.groupId))
  if (row === undefined) throw notFound('group')
  return row
}

export async function listActiveGroupsOf(db: Database, holder: SessionHolder) {
  const { id, name, slug, timeZone, expiryDate, renews } = groups
  return db
    .select({ id, name, slug, timeZone, expiryDate, renews })
    .from(groups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, id))
    .where(and(eq(groupMembers.golferId, holder.golferId), eq(groups.isActive, true)))
}

const MAX_CARDS = 50

/**
 * `openSpots` begins with the tee times in which a spot is reserved for or offered to the golfer, whatever
 * their date.
 * @param claimableGroups the groups in which spots can be claimed, each with the last local date to include
 */
export async function listRoundsAndOpenSpots(
  db: Database,
  { golferId }: SessionHolder,
  groupIds: readonly number[],
  claimableGroups: readonly { groupId: number; lastDate: string }[],
  now: Date,
): Promise<{ rounds: CardVersion[]; openSpots: CardVersion[] }> {
  const claimableGroupIds = sql`${sql.param(claimableGroups.map(({ groupId }) => groupId))}::int[]`
  const { rows } = await db.execute<{ list: string; id: number; version: number }>(sql`
    (${soonest(
      'rounds',
      sql`${spots} playing
        join ${teeTimes} t on t.id = playing.tee_time_id
          and t.group_id = any(${sql.param(groupIds)}::int[]) and t.starts_at > ${latestEndedStart(now)}
        where playing.golfer_id = ${golferId} and playing.status = 'player'`,
    )}) union all (${soonest(
      'keptSpots',
      sql`${spots} kept
        join ${teeTimes} t on t.id = kept.tee_time_id
          and t.group_id = any(${claimableGroupIds}) and t.starts_at > ${now}
        where kept.golfer_id = ${golferId} and kept.until > ${now}`,
    )}) union all (${soonest(
      'openSpots',
      sql`unnest(${claimableGroupIds},
            ${sql.param(claimableGroups.map(({ lastDate }) => lastDate))}::date[]) as claimable (group_id, last_date)
        join ${teeTimes} t on t.group_id = claimable.group_id
          and t.starts_at > ${now} and t.date <= claimable.last_date
        where not exists (select from ${spots} mine where mine.tee_time_id = t.id
            and mine.golfer_id = ${golferId} and (mine.status = 'player' or mine.until > ${now}))
          and exists (select from ${spots} s where s.tee_time_id = t.id and s.status = 'open')`,
    )})`)
  const rowsOf = (list: string) => rows.filter((row) => row.list === list)
  return { rounds: rowsOf('rounds'), openSpots: [...rowsOf('keptSpots'), ...rowsOf('openSpots')] }
}

/** @param fromAndWhere the FROM and WHERE clauses for tee times `t`, without the word FROM */
function soonest(list: string, fromAndWhere: SQL): SQL {
  return sql`select ${list} as list, t.id, t.version
    from ${fromAndWhere} and t.cancelled_at is null and t.archived_at is null
    order by t.starts_at, t.id limit ${MAX_CARDS}`
}

export async function listMyWaitingLists({ db, clock }: Context, { golferId }: SessionHolder) {
  return db
    .select({ teeTimeId: waitingList.teeTimeId, autoAccept: waitingList.autoAccept })
    .from(waitingList)
    .innerJoin(teeTimes, eq(teeTimes.id, waitingList.teeTimeId))
    .where(and(eq(waitingList.golferId, golferId), isListedAfter(clock.now())))
    .orderBy(asc(waitingList.id))
}
