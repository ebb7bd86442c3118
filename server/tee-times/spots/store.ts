import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { isUnpaid } from '../../../contract/groups.ts'
import { allGroups, groups, isUnpaidAt } from '../../groups/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { creatorNotices, hasCard, spots, teeTimes, waitingEvents, waitingList } from '../schema.ts'
import { SpotSheet } from './sheet.ts'
import type { Spot } from './spot.ts'

/** Locks tee times in order of id and loads their sheets. Leaves out canceled and archived ones. */
export async function lockTeeTimes(tx: Queries, ids: readonly number[], now: Date) {
  const rows = await tx
    .select()
    .from(teeTimes)
    .where(and(inArray(teeTimes.id, [...ids]), hasCard))
    .orderBy(asc(teeTimes.id))
    .for('no key update')
  if (rows.length === 0) return []
  // Separate statements, to see changes that were committed while the first one waited for its locks.
  const lockedIds = rows.map((row) => row.id)
  const { isActive, expiryDate, renews, timeZone } = allGroups
  const groupRows = await tx
    .select({ id: allGroups.id, isActive, expiryDate, renews, timeZone })
    // Includes deleted groups, which can be restored with their tee times.
    .from(allGroups)
    .where(inArray(allGroups.id, [...new Set(rows.map((row) => row.groupId))]))
  const spotRows = await tx
    .select()
    .from(spots)
    .where(inArray(spots.teeTimeId, lockedIds))
    .orderBy(asc(spots.teeTimeId), asc(spots.position))
  const { id, teeTimeId, golferId, autoAccept } = waitingList
  const waitingRows = await tx
    .select({ id, teeTimeId, golferId, autoAccept })
    .from(waitingList)
    .where(inArray(teeTimeId, lockedIds))
    .orderBy(asc(id))
  return rows.flatMap((row) => {
    const group = groupRows.find((one) => one.id === row.groupId)
    if (group === undefined) return []
    const isGroupUsable = group.isActive && !isUnpaid(group, now)
    const teeTime = { ...row, timeZone: group.timeZone, isGroupUsable }
    const isOfTeeTime = ({ teeTimeId }: { teeTimeId: number }) => teeTimeId === row.id
    const spotsOfCard = spotRows
      .filter(isOfTeeTime)
      .map(({ teeTimeId: _, groupId: __, ...spot }) => spot)
    const waiting = waitingRows.filter(isOfTeeTime).map(({ teeTimeId: _, ...one }) => one)
    return new SpotSheet(teeTime, spotsOfCard, waiting, now)
  })
}

/** @returns whether the tee time, its spots or its waiting list changed */
export async function storeSheet(tx: Queries, sheet: SpotSheet): Promise<boolean> {
  const { teeTimeChange, stored } = sheet
  const { id: teeTimeId, groupId } = sheet.teeTime
  if (teeTimeChange !== undefined) {
    await tx.update(teeTimes).set(teeTimeChange).where(eq(teeTimes.id, teeTimeId))
  }
  const differFrom = (others: readonly Spot[]) => (spot: Spot) =>
    !isDeepStrictEqual(spot, others[spot.position - 1])
  const changedSpots = sheet.spots.filter(differFrom(stored.spots))
  const outdatedPositions = stored.spots
    .filter(differFrom(sheet.spots))
    .map(({ position }) => position)
  if (outdatedPositions.length > 0) {
    await tx
      .delete(spots)
      .where(and(eq(spots.teeTimeId, teeTimeId), inArray(spots.position, outdatedPositions)))
  }
  if (changedSpots.length > 0) {
    await tx.insert(spots).values(
      changedSpots.map((spot) => ({
        ...spot,
        teeTimeId,
        groupId,
        claimId: spot.status === 'open' ? null : (spot.claimId ?? sql`nextval('spot_claims')`),
      })),
    )
  }
  const waitingChanged = await storeWaiting(tx, sheet)
  if (sheet.events.length > 0) {
    await tx
      .insert(waitingEvents)
      .values(sheet.events.map((event) => ({ ...event, teeTimeId, groupId, at: sheet.now })))
  }
  return (
    teeTimeChange !== undefined ||
    changedSpots.length + outdatedPositions.length > 0 ||
    waitingChanged
  )
}

async function storeWaiting(tx: Queries, { teeTime, waiting, stored, now }: SpotSheet) {
  const { id: teeTimeId, groupId } = teeTime
  const removed = stored.waiting.filter(({ id }) => waiting.every((one) => one.id !== id))
  const changed = waiting.filter(
    (one) => !stored.waiting.some((other) => isDeepStrictEqual(other, one)),
  )
  const isOfTeeTime = eq(waitingList.teeTimeId, teeTimeId)
  for (const { golferId } of removed) {
    await tx.delete(waitingList).where(and(isOfTeeTime, eq(waitingList.golferId, golferId)))
  }
  for (const { golferId, autoAccept } of changed) {
    await tx
      .insert(waitingList)
      .values({ teeTimeId, groupId, golferId, autoAccept, joinedAt: now })
      .onConflictDoUpdate({
        target: [waitingList.teeTimeId, waitingList.golferId, waitingList.groupId],
        set: { autoAccept },
      })
  }
  // A change of `autoAccept` alone counts too. The card doesn't show it, but a new version of the card makes
  // the golfer's other phones refetch it.
  return removed.length + changed.length > 0
}

/**
 * Raises the versions of tee times whose cards have changed, and adds the live events that update the cards
 * on phones. Every change to a card must go through this function or through claim_spots.
 * @param edited whether the details changed, so that edits based on an older version are refused
 */
export async function raiseCardVersions(tx: Queries, ids: number[], { edited = false } = {}) {
  if (ids.length === 0) return
  await tx.execute(sql`
    with touched as (
      update ${teeTimes} set version = version + 1, changed_at = now(),
        edited_version = case when ${edited} then version + 1 else edited_version end
      where id = any(${sql.param(ids)}::int[])
      returning id, group_id, version
    )
    insert into live_events (type, group_id, tee_time_id, version)
    select 'tee_time', group_id, id, version from touched`)
}

/** Updates a tee time that the caller has locked, and raises the version of its card. */
export async function updateTeeTime(
  tx: Queries,
  teeTimeId: number,
  change: Partial<typeof teeTimes.$inferInsert>,
): Promise<void> {
  await tx.update(teeTimes).set(change).where(eq(teeTimes.id, teeTimeId))
  await raiseCardVersions(tx, [teeTimeId])
}

/** Queues a message to the creator about who plays, due at `dueAt`, unless a message is already pending. */
export async function queueCreatorNotice(tx: Queries, teeTime: SpotSheet['teeTime'], dueAt: Date) {
  const { id: teeTimeId, groupId } = teeTime
  await tx.insert(creatorNotices).values({ teeTimeId, groupId, dueAt }).onConflictDoNothing()
}

export async function lockCardsShowing(tx: Queries, golferId: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select t.id from ${teeTimes} t
    where t.cancelled_at is null and t.archived_at is null and (
      t.creator_id = ${golferId}
      or t.id in (select tee_time_id from ${spots} where golfer_id = ${golferId} or owed_by = ${golferId})
      or t.id in (select tee_time_id from ${waitingList} where golfer_id = ${golferId}))
    order by t.id for no key update`)
  return rows.map(({ id }) => id)
}

/**
 * Lists upcoming tee times with an expired reservation or offer, or with an offer that had no expiry while
 * its group was inactive or unpaid, and can now get one.
 */
export async function listUnsettled(db: Database, now: Date): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct t.id from ${spots} s
    join ${teeTimes} t on t.id = s.tee_time_id
      and t.cancelled_at is null and t.archived_at is null and t.starts_at > ${now}
    join ${groups} on ${groups.id} = t.group_id
    where s.status in ('reservation', 'offer') and (s.until <= ${now} or s.until is null
      and ${groups.isActive} and ${isUnpaidAt(now)} is not true)
    order by t.id`)
  return rows.map(({ id }) => id)
}
