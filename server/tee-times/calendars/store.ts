import { and, desc, eq, gt, isNull, or, type SQL } from 'drizzle-orm'
import { groupMembers, groups, isMembershipOf } from '../../groups/index.ts'
import { golfers, type SessionHolder } from '../../identity/index.ts'
import { DAY_MS } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { CalendarReader, TeeTimeMember } from '../access.ts'
import { calendarFeeds, guestCount, isPlayerIn, playerList, teeTimes } from '../schema.ts'

/** If a golfer has more rounds, the feed contains the latest ones. */
const MAX_ROUNDS = 500

export async function findFeedOwner(db: Queries, tokenHash: string): Promise<number | undefined> {
  const [row] = await db
    .select({ golferId: calendarFeeds.golferId })
    .from(calendarFeeds)
    .innerJoin(golfers, and(eq(golfers.id, calendarFeeds.golferId), isNull(golfers.deletedAt)))
    .where(eq(calendarFeeds.tokenHash, tokenHash))
  return row?.golferId
}

export async function findFeedCreatedAt(db: Queries, golferId: number): Promise<Date | undefined> {
  const [row] = await db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.golferId, golferId))
  return row?.createdAt
}

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

const KEPT_DAYS = 60
const CANCELLED_KEPT_DAYS = 7

/** Lists the rounds of a feed, soonest first. Past rounds stay for a while, canceled ones not as long. */
export async function listRounds(db: Database, { golferId }: CalendarReader, now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const isInFeed = and(
    gt(teeTimes.startsAt, daysAgo(KEPT_DAYS)),
    or(isNull(teeTimes.cancelledAt), gt(teeTimes.startsAt, daysAgo(CANCELLED_KEPT_DAYS))),
    isPlayerIn(teeTimes.id, golferId),
  )
  return (await roundsWhere(db, golferId, isInFeed)).reverse()
}

/** Returns undefined if the tee time or the membership no longer exists, or if the group is inactive. */
export async function findRound(db: Database, { golferId, teeTimeId }: TeeTimeMember) {
  const [round] = await roundsWhere(db, golferId, eq(teeTimes.id, teeTimeId))
  return round
}

export type CalendarRound = Awaited<ReturnType<typeof roundsWhere>>[number]

function roundsWhere(db: Database, golferId: number, condition: SQL | undefined) {
  const { id, number, course, startsAt, notes, version, changedAt, cancelledAt } = teeTimes
  return db
    .select({
      ...{ id, number, course, startsAt, notes, version, changedAt, cancelledAt },
      groupName: groups.name,
      slug: groups.slug,
      players: playerList,
      guests: guestCount,
    })
    .from(teeTimes)
    .innerJoin(groups, and(eq(groups.id, teeTimes.groupId), eq(groups.isActive, true)))
    .innerJoin(groupMembers, isMembershipOf(golferId))
    .where(condition)
    .orderBy(desc(startsAt), desc(id))
    .limit(MAX_ROUNDS)
}
