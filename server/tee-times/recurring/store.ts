import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type GroupMember, type GroupViewer, groupMembers, groups } from '../../groups/index.ts'
import { golfers } from '../../identity/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { recurringDates, recurringTeeTimes } from '../schema.ts'

const ender = alias(golfers, 'enders')

const hasNotEnded = isNull(recurringTeeTimes.endedAt)

const matchesRecurring = ({ groupId }: GroupMember, recurringId: number) =>
  and(eq(recurringTeeTimes.id, recurringId), eq(recurringTeeTimes.groupId, groupId))

const matchesDate = (recurringId: number, date: string) =>
  and(eq(recurringDates.recurringId, recurringId), eq(recurringDates.date, date))

/** The skipped dates from `nextDate` on. */
const skippedDates = sql<string[]>`array(
  select ${recurringDates.date}::text from ${recurringDates}
  where ${recurringDates.recurringId} = ${recurringTeeTimes.id} and ${recurringDates.teeTimeId} is null
    and ${recurringDates.date} >= ${recurringTeeTimes.nextDate})`

function selectRecurring(db: Queries) {
  const { createdAt: _, ...columns } = getTableColumns(recurringTeeTimes)
  return db
    .select({ ...columns, creatorName: golfers.name, endedBy: ender.name, skippedDates })
    .from(recurringTeeTimes)
    .innerJoin(golfers, eq(golfers.id, recurringTeeTimes.creatorId))
    .leftJoin(ender, eq(ender.id, recurringTeeTimes.endedBy))
}

export type RecurringRow = Awaited<ReturnType<typeof listRecurring>>[number]

/**
 * Lists a group's recurring tee times in order of their next date. Of those that have ended, lists only two
 * kinds, if they ended after `endedAfter`: the viewer's own that someone else ended; and for the owner and
 * admins, those that ended because their creator left the group.
 */
export async function listRecurring(db: Queries, viewer: GroupViewer, endedAfter: Date) {
  const wasEndedByOthers = and(
    eq(recurringTeeTimes.creatorId, viewer.golferId),
    sql`${recurringTeeTimes.endedBy} is distinct from ${recurringTeeTimes.creatorId}`,
  )
  const isOrphaned = viewer.role === 'member' ? undefined : isNull(recurringTeeTimes.endedBy)
  return selectRecurring(db)
    .where(
      and(
        eq(recurringTeeTimes.groupId, viewer.groupId),
        or(
          hasNotEnded,
          and(gt(recurringTeeTimes.endedAt, endedAfter), or(wasEndedByOthers, isOrphaned)),
        ),
      ),
    )
    .orderBy(recurringTeeTimes.nextDate, recurringTeeTimes.time, recurringTeeTimes.id)
}

export async function requireRecurring(db: Queries, access: GroupMember, recurringId: number) {
  const [row] = await selectRecurring(db).where(
    and(matchesRecurring(access, recurringId), hasNotEnded),
  )
  if (row === undefined) throw notFound('recurring tee time')
  return row
}

/** Finds the recurring tee time that posted this tee time, unless it has ended. */
export async function findByTeeTime(db: Queries, teeTimeId: number) {
  const [row] = await selectRecurring(db)
    .innerJoin(recurringDates, eq(recurringDates.recurringId, recurringTeeTimes.id))
    .where(and(eq(recurringDates.teeTimeId, teeTimeId), hasNotEnded))
  return row
}

export async function lockRecurring(tx: Queries, access: GroupMember, recurringId: number) {
  await tx
    .select({ id: recurringTeeTimes.id })
    .from(recurringTeeTimes)
    .where(matchesRecurring(access, recurringId))
    .for('no key update')
  // A separate statement, to see changes that were committed while the first one waited for the lock.
  return requireRecurring(tx, access, recurringId)
}

export function countOwnRecurring(tx: Queries, { groupId, golferId }: GroupMember) {
  const { groupId: ofGroup, creatorId } = recurringTeeTimes
  const isOwn = and(eq(ofGroup, groupId), eq(creatorId, golferId))
  return tx.$count(recurringTeeTimes, and(isOwn, hasNotEnded))
}

export async function insertRecurring(
  tx: Queries,
  recurring: typeof recurringTeeTimes.$inferInsert,
): Promise<number> {
  const [row] = await tx
    .insert(recurringTeeTimes)
    .values(recurring)
    .returning({ id: recurringTeeTimes.id })
  if (row === undefined) throw new Error('A recurring tee time was not stored')
  return row.id
}

export async function recordDate(tx: Queries, date: typeof recurringDates.$inferSelect) {
  await tx.insert(recurringDates).values(date)
}

export async function wasPosted(tx: Queries, recurringId: number, date: string) {
  const isPosted = and(matchesDate(recurringId, date), isNotNull(recurringDates.teeTimeId))
  return (await tx.$count(recurringDates, isPosted)) > 0
}

export async function deleteSkipped(tx: Queries, recurringId: number, date: string): Promise<void> {
  await tx
    .delete(recurringDates)
    .where(and(matchesDate(recurringId, date), isNull(recurringDates.teeTimeId)))
}

export async function updateRecurring(
  tx: Queries,
  recurringId: number,
  change: { nextDate: string } | { endedAt: Date; endedBy: number },
): Promise<void> {
  await tx
    .update(recurringTeeTimes)
    .set(change)
    .where(and(eq(recurringTeeTimes.id, recurringId), hasNotEnded))
}

export async function endOrphaned(db: Queries, now: Date): Promise<void> {
  await db.execute(sql`
    update ${recurringTeeTimes} set ended_at = ${now}
    where ${recurringTeeTimes.endedAt} is null and not exists (
      select from ${groupMembers}
      where ${groupMembers.groupId} = ${recurringTeeTimes.groupId}
        and ${groupMembers.golferId} = ${recurringTeeTimes.creatorId})`)
}

/**
 * Lists recurring tee times that may have a date to post. Compares dates in UTC, and adds a day,
 * because a time zone can be up to 14 hours ahead of UTC. Leaves out inactive groups, but not unpaid ones.
 */
export function listNearlyDue(db: Database, now: Date) {
  const { timeZone, expiryDate, renews } = groups
  const isNearlyDue = sql`(${recurringTeeTimes.nextDate} - ${recurringTeeTimes.daysAhead})
    <= (${now.toISOString()}::timestamptz at time zone 'UTC')::date + 1`
  return db
    .select({ ...getTableColumns(recurringTeeTimes), timeZone, expiryDate, renews })
    .from(recurringTeeTimes)
    .innerJoin(groups, and(eq(groups.id, recurringTeeTimes.groupId), eq(groups.isActive, true)))
    .where(and(hasNotEnded, isNearlyDue))
    .orderBy(asc(recurringTeeTimes.id))
}
