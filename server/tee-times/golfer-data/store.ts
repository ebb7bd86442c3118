import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { groups } from '../../groups/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { calendarFeeds } from '../calendars/schema.ts'
import { plays, spots, teeTimes } from '../schema.ts'

/** Returns the tee times a golfer posted or has a spot in, newest first, without other posters' notes. */
export function listRounds(db: Queries, golferId: number) {
  // One branch per index: a single OR over both tables would read all tee times of all groups.
  const mine = union(
    db.select({ id: teeTimes.id }).from(teeTimes).where(eq(teeTimes.creatorId, golferId)),
    db
      .select({ id: spots.teeTimeId })
      .from(spots)
      .where(and(eq(spots.golferId, golferId), eq(spots.status, 'player'))),
  ).as('mine')
  const posted = sql<boolean>`${teeTimes.creatorId} = ${golferId}`
  return db
    .select({
      id: teeTimes.id,
      groupName: groups.name,
      course: teeTimes.course,
      date: teeTimes.date,
      time: teeTimes.time,
      notes: sql<string | null>`case when ${posted} then ${teeTimes.notes} end`,
      posted,
      played: plays(teeTimes.id, sql`${golferId}`),
      guests: sql<string[]>`coalesce((
        select json_agg(${spots.name} order by ${spots.claimId}) from ${spots}
        where ${spots.teeTimeId} = ${teeTimes.id} and ${spots.hostId} = ${golferId}), '[]')`,
      cancelled: sql<boolean>`${isNotNull(teeTimes.cancelledAt)}`,
    })
    .from(teeTimes)
    .innerJoin(mine, eq(mine.id, teeTimes.id))
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .orderBy(desc(teeTimes.startsAt), desc(teeTimes.id))
}

/** Cancels what a golfer owes for spots. */
export async function forgiveSpotsOwed(tx: Queries, golferId: number): Promise<void> {
  await tx.update(spots).set({ owedBy: null, owedSince: null }).where(eq(spots.owedBy, golferId))
}

/** Deletes the link from which calendars read a golfer's rounds. */
export async function deleteCalendar(tx: Queries, golferId: number): Promise<void> {
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.golferId, golferId))
}
