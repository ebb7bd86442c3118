import { and, asc, eq, getViewSelectedFields, inArray, type SQL, sql } from 'drizzle-orm'
import { boolean, date, integer, pgView, text, timestamp } from 'drizzle-orm/pg-core'
import { type GroupViewer, groupMembers, groups } from '../../groups/index.ts'
import { golfers, type SessionHolder } from '../../identity/index.ts'
import { type Database, preparedFor, type Queries } from '../../platform/database/database.ts'
import type { TeeTimeMember } from '../access.ts'
import {
  hasCard,
  isListedAfter,
  openSpots,
  type SpotStatus,
  spots,
  teeTimes,
  waitingList,
} from '../schema.ts'

/** A tee time's id and version, as listed and sent in live events. */
export interface CardVersion {
  readonly id: number
  readonly version: number
}

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** The view in `functions/card_rows.sql`. Rows of the waiting list have no columns of the tee time. */
const cardRows = pgView('card_rows', {
  teeTimeId: integer('tee_time_id').notNull(),
  version: integer().notNull(),
  groupId: integer('group_id').notNull(),
  number: integer().notNull(),
  creatorId: integer('creator_id').notNull(),
  creatorName: text('creator_name').notNull(),
  creatorHasLeft: boolean('creator_has_left').notNull(),
  course: text().notNull(),
  date: date().notNull(),
  time: text().notNull(),
  startsAt: instant('starts_at').notNull(),
  cost: integer().notNull(),
  notes: text(),
  cancelHours: integer('cancel_hours'),
  calledAt: instant('called_at'),
  /** The spot's position, or the id that orders the waiting list. */
  place: integer().notNull(),
  kind: text().$type<SpotStatus | 'waiting' | 'claimed'>().notNull(),
  claimId: integer('claim_id'),
  golferId: integer('golfer_id'),
  name: text(),
  hostId: integer('host_id'),
  until: instant('until'),
  owedBy: integer('owed_by'),
  owedByName: text('owed_by_name'),
}).existing()

/** A spot, a golfer on the waiting list, or a 'claimed' row with only the golfer and the new version. */
export type CardRow = typeof cardRows.$inferSelect

/** Reads the card rows of these tee times. Canceled and archived ones have no spot rows. */
export function readCardRows(db: Queries, teeTimeIds: readonly number[]): Promise<CardRow[]> {
  return db
    .select()
    .from(cardRows)
    .where(inArray(cardRows.teeTimeId, [...teeTimeIds]))
}

/** The view's columns, to select from a function. Drizzle selects columns only from the view itself. */
const resultFields = Object.fromEntries(
  Object.entries(getViewSelectedFields(cardRows)).map(([key, column]) => [
    key,
    sql`${column}`.mapWith(column),
  ]),
) as { [Name in keyof CardRow]: SQL<CardRow[Name]> }

const claim = preparedFor((db) => {
  const [teeTimeId, golferId, roundMinutes, knownVersion, now] = [
    'teeTimeId',
    'golferId',
    'roundMinutes',
    'knownVersion',
    'now',
  ].map((name) => sql.placeholder(name))
  return db
    .select(resultFields)
    .from(
      sql`claim_spot(${teeTimeId}, ${golferId}, ${roundMinutes}, ${knownVersion}, ${now}) as card_rows`,
    )
    .prepare('claim_spot')
})

/**
 * Calls `functions/claim_spot.sql`. Returns the card's rows whether or not the golfer got a spot, or a
 * single 'claimed' row when the claim is the only change since `knownVersion`.
 */
export function claimOpenSpot(
  db: Queries,
  { teeTimeId, golferId }: { teeTimeId: number; golferId: number },
  roundMinutes: number | null,
  knownVersion: number | null,
  now: Date,
): Promise<CardRow[]> {
  return claim(db).execute({ teeTimeId, golferId, roundMinutes, knownVersion, now })
}

/** Locks a tee time until the end of the transaction. Returns false once it is canceled or archived. */
export async function lockTeeTime(tx: Queries, { teeTimeId }: TeeTimeMember): Promise<boolean> {
  const rows = await tx
    .select({ id: teeTimes.id })
    .from(teeTimes)
    .where(and(eq(teeTimes.id, teeTimeId), hasCard))
    .for('no key update')
  return rows.length > 0
}

/** Lists a group's card versions, soonest first, except those of tee times that have ended. */
export function listVersions(
  db: Database,
  { groupId }: GroupViewer,
  endedBefore: Date,
): Promise<CardVersion[]> {
  return db
    .select({ id: teeTimes.id, version: teeTimes.version })
    .from(teeTimes)
    .where(and(eq(teeTimes.groupId, groupId), isListedAfter(endedBefore)))
    .orderBy(teeTimes.startsAt, teeTimes.id)
}

/** Returns the statistics on a group's home page, over its upcoming tee times, and its owner's name. */
export async function readStatistics(db: Database, { groupId }: GroupViewer, endedBefore: Date) {
  const { rows } = await db.execute<{
    activeTimes: number
    openSpots: number
    memberCount: number
    hasPosted: boolean
    ownerName: string
  }>(sql`
    select count(*)::int as "activeTimes", coalesce(sum(${openSpots}), 0)::int as "openSpots",
      (select count(*)::int from ${groupMembers} where ${groupMembers.groupId} = ${groupId})
        as "memberCount",
      exists (select from ${teeTimes} where ${teeTimes.groupId} = ${groupId}) as "hasPosted",
      coalesce((select ${golfers.name} from ${groups}
        join ${golfers} on ${golfers.id} = ${groups.ownerId} where ${groups.id} = ${groupId}), '')
        as "ownerName"
    from ${teeTimes} where ${and(eq(teeTimes.groupId, groupId), isListedAfter(endedBefore))}`)
  return (
    rows[0] ?? { activeTimes: 0, openSpots: 0, memberCount: 0, hasPosted: false, ownerName: '' }
  )
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
const MAX_CARDS = 50

/**
 * Lists the tee times that a golfer plays in, and those with a spot they could claim, both soonest first.
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
    order by t.starts_at, t.id limit ${MAX_CARDS}`
}

/** Lists the waiting lists of upcoming tee times that a golfer is on. */
export async function listOwnWaitingLists(db: Database, { golferId }: SessionHolder, now: Date) {
  return db
    .select({ teeTimeId: waitingList.teeTimeId, autoAccept: waitingList.autoAccept })
    .from(waitingList)
    .innerJoin(teeTimes, eq(teeTimes.id, waitingList.teeTimeId))
    .where(and(eq(waitingList.golferId, golferId), isListedAfter(now)))
    .orderBy(asc(waitingList.id))
}
