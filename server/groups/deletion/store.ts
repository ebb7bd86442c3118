import { and, asc, eq, gt, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { listDeletedGroups } from '../../../contract/group-deletion.ts'
import { golfers } from '../../identity/golfers/schema.ts'
import type { SuperAdmin } from '../../identity/sessions/access.ts'
import { deliveries } from '../../messaging/deliveries/schema.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { countFound, hasPart, orderOf, sliceOf } from '../../platform/database/read-page.ts'
import { teeTimes } from '../../tee-times/schema.ts'
import type { GroupOwner } from '../access.ts'
import { groupMembers } from '../members/schema.ts'
import { allGroups, groups } from '../schema.ts'

/** Locks a group until the end of the transaction, and returns it; undefined when it is deleted. */
export async function lockGroup(tx: Queries, owner: GroupOwner) {
  const [row] = await tx
    .select({ name: groups.name, ownerId: groups.ownerId })
    .from(groups)
    .where(eq(groups.id, owner.groupId))
    .for('no key update')
  return row
}

/** Marks a group as deleted. After the commit, readers of `live_groups` no longer find it. */
export async function markDeleted(tx: Queries, owner: GroupOwner, now: Date): Promise<void> {
  await tx
    .update(allGroups)
    .set({ deletedAt: now, isActive: false })
    .where(eq(allGroups.id, owner.groupId))
}

/** Lists the ids of a group's members, including the owner. */
export async function listMemberIds(tx: Queries, owner: GroupOwner): Promise<number[]> {
  const rows = await tx
    .select({ golferId: groupMembers.golferId })
    .from(groupMembers)
    .where(eq(groupMembers.groupId, owner.groupId))
    .orderBy(asc(groupMembers.golferId))
  return rows.map(({ golferId }) => golferId)
}

const ORDERS = { deletedAt: [allGroups.deletedAt, allGroups.id] }

/** Returns a page of the groups deleted after a given time; searchable by name. */
export async function listDeleted(
  db: Database,
  _by: SuperAdmin,
  asked: QueryOf<typeof listDeletedGroups>,
  deletedAfter: Date,
) {
  const matching = and(
    gt(allGroups.deletedAt, deletedAfter),
    asked.search ? hasPart(allGroups.name, asked.search) : undefined,
  )
  const { limit, offset } = sliceOf(asked)
  const [rows, total] = await Promise.all([
    db
      .select({
        id: allGroups.id,
        name: allGroups.name,
        slug: allGroups.slug,
        ownerName: golfers.name,
        memberCount: sql<number>`(select count(*)::int from ${groupMembers}
          where ${groupMembers.groupId} = ${allGroups.id})`,
        deletedAt: sql<Date>`${allGroups.deletedAt}`.mapWith(allGroups.deletedAt),
      })
      .from(allGroups)
      .innerJoin(golfers, eq(golfers.id, allGroups.ownerId))
      .where(matching)
      .orderBy(...orderOf(asked.sort ?? '-deletedAt', ORDERS))
      .limit(limit)
      .offset(offset),
    countFound(db, db.select({ id: allGroups.id }).from(allGroups).where(matching)),
  ])
  return { rows, total }
}

/** Restores a group that was deleted after a given time. Returns it; undefined if there is none. */
export async function unmarkDeleted(
  tx: Queries,
  _by: SuperAdmin,
  groupId: number,
  deletedAfter: Date,
) {
  const [row] = await tx
    .update(allGroups)
    .set({ deletedAt: null, isActive: true })
    .where(and(eq(allGroups.id, groupId), gt(allGroups.deletedAt, deletedAfter)))
    .returning({ groupId: allGroups.id, name: allGroups.name, ownerId: allGroups.ownerId })
  return row
}

/** Lists up to `limit` groups deleted at or before a given time, oldest first. */
export async function listToPurge(
  db: Database,
  deletedBefore: Date,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .select({ id: allGroups.id })
    .from(allGroups)
    .where(lte(allGroups.deletedAt, deletedBefore))
    .orderBy(asc(allGroups.deletedAt), asc(allGroups.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Lists the deleted groups that a golfer owns. */
export async function listDeletedOf(db: Queries, golferId: number): Promise<number[]> {
  const rows = await db
    .select({ id: allGroups.id })
    .from(allGroups)
    .where(and(eq(allGroups.ownerId, golferId), isNotNull(allGroups.deletedAt)))
    .orderBy(asc(allGroups.id))
  return rows.map(({ id }) => id)
}

/** Condition for {@link removeGroup} that the group is deleted. */
export const isDeleted: SQL = isNotNull(allGroups.deletedAt)

/** Removes a batch of a deleted group's tee times and messages. Returns whether there may be more. */
export async function removeContents(
  db: Database,
  groupId: number,
  limit: number,
): Promise<boolean> {
  const { rowCount: rounds } = await db.execute(sql`
    delete from ${teeTimes} where id in (
      select t.id from ${teeTimes} t join ${allGroups} g on g.id = t.group_id
      where g.id = ${groupId} and g.deleted_at is not null order by t.id limit ${limit})`)
  const { rowCount: messages } = await db.execute(sql`
    delete from ${deliveries} where id in (
      select d.id from ${deliveries} d join ${allGroups} g on g.id = d.group_id
      where g.id = ${groupId} and g.deleted_at is not null order by d.id limit ${limit})`)
  return rounds === limit || messages === limit
}

/**
 * Permanently removes a group and everything in it. Returns its name; undefined if it no longer exists.
 * Locks in the same order as a claim: tee times, memberships, then the group.
 * @param whileHeld runs once the group is locked, before it is deleted
 * @param only a condition that the locked group must meet
 */
export async function removeGroup(
  tx: Queries,
  groupId: number,
  whileHeld: () => Promise<void>,
  only?: SQL,
): Promise<string | undefined> {
  const isIt = and(eq(allGroups.id, groupId), only)
  await tx
    .select({ id: teeTimes.id })
    .from(teeTimes)
    .where(eq(teeTimes.groupId, groupId))
    .orderBy(asc(teeTimes.id))
    .for('update')
  await tx
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .where(eq(groupMembers.groupId, groupId))
    .orderBy(asc(groupMembers.golferId))
    .for('update')
  const [held] = await tx.select({ id: allGroups.id }).from(allGroups).where(isIt).for('update')
  if (held === undefined) return undefined
  await whileHeld()
  const [row] = await tx.delete(allGroups).where(isIt).returning({ name: allGroups.name })
  return row?.name
}
