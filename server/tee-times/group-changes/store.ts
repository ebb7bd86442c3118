import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { allGroups } from '../../groups/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Membership, Memberships } from '../../ports.ts'
import { spots, teeTimes, waitingList } from '../schema.ts'
import type { LocalTime } from '../time-zone-data/keep-local-times.ts'

const isOnCards = and(isNull(teeTimes.cancelledAt), isNull(teeTimes.archivedAt))

/** Locks the tee times with a card that a golfer posted in a group, ordered by id. */
export async function lockPosted(
  tx: Queries,
  { groupId, golferId }: Membership,
): Promise<number[]> {
  const rows = await tx
    .select({ id: teeTimes.id })
    .from(teeTimes)
    .where(and(eq(teeTimes.groupId, groupId), eq(teeTimes.creatorId, golferId), isOnCards))
    .orderBy(asc(teeTimes.id))
    .for('no key update')
  return rows.map(({ id }) => id)
}

/** The tee times that change when a golfer leaves groups: upcoming ones, and those they posted. */
const changedByLeaving = ({ groupIds, golferId }: Memberships, now: Date) =>
  and(
    inArray(teeTimes.groupId, [...groupIds]),
    or(gt(teeTimes.startsAt, now), eq(teeTimes.creatorId, golferId)),
    isOnCards,
  )

/**
 * Locks the tee times that change when a golfer leaves groups, ordered by id: the upcoming ones, and those
 * the golfer posted. Returns their ids.
 */
export async function lockChangedByLeaving(
  tx: Queries,
  leaving: Memberships,
  now: Date,
): Promise<Set<number>> {
  const rows = await tx
    .select({ id: teeTimes.id })
    .from(teeTimes)
    .where(changedByLeaving(leaving, now))
    .orderBy(asc(teeTimes.id))
    .for('no key update')
  return new Set(rows.map(({ id }) => id))
}

/** Lists the tee times that change when a golfer leaves a group, and the golfer's part in each. */
export function listChangedByLeaving(tx: Queries, { groupId, golferId }: Membership, now: Date) {
  const inSpots = tx.select({ id: spots.teeTimeId }).from(spots).where(eq(spots.golferId, golferId))
  const onWaitingList = tx
    .select({ id: waitingList.teeTimeId })
    .from(waitingList)
    .where(eq(waitingList.golferId, golferId))
  const hasSpot = and(
    gt(teeTimes.startsAt, now),
    or(inArray(teeTimes.id, inSpots), inArray(teeTimes.id, onWaitingList)),
  )
  return tx
    .select({
      id: teeTimes.id,
      isCreator: sql<boolean>`${eq(teeTimes.creatorId, golferId)}`,
      hasSpot: sql<boolean>`${hasSpot}`,
    })
    .from(teeTimes)
    .where(changedByLeaving({ groupIds: [groupId], golferId }, now))
    .orderBy(asc(teeTimes.id))
}

/** Returns the local dates and times of a group's tee times. */
export function listLocalTimes(tx: Queries, groupId: number) {
  return tx
    .select({
      id: teeTimes.id,
      date: teeTimes.date,
      time: teeTimes.time,
      startsAt: teeTimes.startsAt,
    })
    .from(teeTimes)
    .where(and(eq(teeTimes.groupId, groupId), isOnCards))
    .orderBy(asc(teeTimes.id))
    .$dynamic()
}

/** Does the same as {@link listLocalTimes}, and locks the tee times until the end of the transaction. */
export async function lockLocalTimes(tx: Queries, groupId: number): Promise<LocalTime[]> {
  return listLocalTimes(tx, groupId).for('no key update')
}

/** Locks all tee times of a group, ordered by id, for their deletion. */
export async function lockAllOfGroup(tx: Queries, groupId: number): Promise<void> {
  await tx
    .select({ id: teeTimes.id })
    .from(teeTimes)
    .where(eq(teeTimes.groupId, groupId))
    .orderBy(asc(teeTimes.id))
    .for('update')
}

/** Deletes up to `limit` tee times of a deleted group. Returns whether there may be more. */
export async function deleteSomeOfGroup(
  db: Database,
  groupId: number,
  limit: number,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    delete from ${teeTimes} where id in (
      select t.id from ${teeTimes} t join ${allGroups} g on g.id = t.group_id
      where g.id = ${groupId} and g.deleted_at is not null order by t.id limit ${limit})`)
  return rowCount === limit
}
