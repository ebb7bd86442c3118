import { and, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { groupMembers, groups, isMembershipOf } from '../../groups/index.ts'
import { golfers, type SessionHolder } from '../../identity/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { CalendarReader, TeeTimeMember } from '../access.ts'
import { calendarFeeds, guestCount, isPlayerIn, playersOf, teeTimes } from '../schema.ts'

/** The most rounds in a feed. If a golfer has more, the feed contains the latest ones. */
const MAX_ROUNDS = 500

/** Finds the golfer whose feed has this token hash; undefined if there is none. */
export async function findSubscriber(db: Queries, tokenHash: string): Promise<number | undefined> {
  const [row] = await db
    .select({ golferId: calendarFeeds.golferId })
    .from(calendarFeeds)
    .innerJoin(golfers, and(eq(golfers.id, calendarFeeds.golferId), isNull(golfers.deletedAt)))
    .where(eq(calendarFeeds.tokenHash, tokenHash))
  return row?.golferId
}

/** Returns when the golfer's calendar link was created; undefined without one. */
export async function findCreatedAt(db: Queries, golferId: number): Promise<Date | undefined> {
  const [row] = await db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.golferId, golferId))
  return row?.createdAt
}

/** Locks a golfer's row, so that feed changes run one at a time. Returns false for a deleted account. */
export async function lockGolfer(tx: Queries, { golferId }: SessionHolder): Promise<boolean> {
  const rows = await tx
    .select({ id: golfers.id })
    .from(golfers)
    .where(and(eq(golfers.id, golferId), isNull(golfers.deletedAt)))
    .for('no key update')
  return rows.length > 0
}

/** Stores a golfer's calendar link, which replaces any earlier one. */
export async function saveFeed(
  tx: Queries,
  { golferId }: SessionHolder,
  feed: { tokenHash: string; createdAt: Date },
): Promise<void> {
  await tx
    .insert(calendarFeeds)
    .values({ golferId, ...feed })
    .onConflictDoUpdate({ target: calendarFeeds.golferId, set: feed })
}

export async function deleteFeed(db: Queries, golferId: number): Promise<void> {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.golferId, golferId))
}

/**
 * Lists a golfer's rounds in their active groups with tee-off after `after`, soonest first. Leaves out
 * canceled rounds with tee-off up to `cancelledAfter`.
 */
export async function listRounds(
  db: Database,
  { golferId }: CalendarReader,
  { after, cancelledAfter }: { after: Date; cancelledAfter: Date },
) {
  const latest = await roundsWhere(
    db,
    golferId,
    sql`${gt(teeTimes.startsAt, after)}
      and ${or(isNull(teeTimes.cancelledAt), gt(teeTimes.startsAt, cancelledAfter))}
      and ${isPlayerIn(teeTimes.id, sql`${golferId}`)}`,
  )
  return latest.reverse()
}

/** Finds a tee time for a member of its group; undefined if either no longer exists. */
export async function findRound(db: Database, { golferId, teeTimeId }: TeeTimeMember) {
  const [round] = await roundsWhere(db, golferId, eq(teeTimes.id, teeTimeId))
  return round
}

/** A tee time as a calendar shows it. */
export type CalendarRound = Awaited<ReturnType<typeof roundsWhere>>[number]

function roundsWhere(db: Database, golferId: number, which: SQL) {
  const { id, number, course, startsAt, notes, version, changedAt, cancelledAt } = teeTimes
  return db
    .select({
      ...{ id, number, course, startsAt, notes, version, changedAt, cancelledAt },
      zone: groups.timeZone,
      groupName: groups.name,
      slug: groups.slug,
      players: playersOf,
      guests: guestCount,
    })
    .from(teeTimes)
    .innerJoin(groups, and(eq(groups.id, teeTimes.groupId), eq(groups.isActive, true)))
    .innerJoin(groupMembers, isMembershipOf(sql`${golferId}`))
    .where(which)
    .orderBy(desc(startsAt), desc(id))
    .limit(MAX_ROUNDS)
}
