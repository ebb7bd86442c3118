import { and, asc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { listDeletedGroups } from '../../../contract/group-deletion.ts'
import { golfers } from '../../identity/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import {
  countMatches,
  hasPart,
  orderOf,
  sliceOf,
  withTotal,
} from '../../platform/database/read-page.ts'
import type { GroupOwner } from '../access.ts'
import { allGroups, groupMembers, memberCountOf } from '../schema.ts'

export function listMembers(tx: Queries, { groupId }: GroupOwner | RestoredGroup) {
  return tx
    .select({ golferId: groupMembers.golferId })
    .from(groupMembers)
    .where(eq(groupMembers.groupId, groupId))
    .orderBy(asc(groupMembers.golferId))
}

export function listDeleted(db: Database, query: QueryOf<typeof listDeletedGroups>, after: Date) {
  const { id, name, deletedAt } = allGroups
  const matchesSearch = query.search ? hasPart(name, query.search) : undefined
  const matching = and(gt(deletedAt, after), matchesSearch)
  const order = orderOf(query.sort ?? '-deletedAt', { deletedAt: [deletedAt, id] })
  const { limit, offset } = sliceOf(query)
  const rows = db
    .select({
      id,
      name,
      slug: allGroups.slug,
      ownerName: golfers.name,
      memberCount: memberCountOf(id),
      deletedAt: sql<Date>`${deletedAt}`.mapWith(deletedAt),
    })
    .from(allGroups)
    .innerJoin(golfers, eq(golfers.id, allGroups.ownerId))
    .where(matching)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const total = countMatches(db, db.select({ id }).from(allGroups).where(matching))
  return withTotal(rows, total)
}

export async function unmarkDeleted(tx: Queries, groupId: number, deletedAfter: Date) {
  const [row] = await tx
    .update(allGroups)
    .set({ deletedAt: null, isActive: true })
    .where(and(eq(allGroups.id, groupId), gt(allGroups.deletedAt, deletedAfter)))
    .returning({ groupId: allGroups.id, name: allGroups.name })
  return row
}

export type RestoredGroup = NonNullable<Awaited<ReturnType<typeof unmarkDeleted>>>

export function listDeletedBefore(db: Database, before: Date, limit: number) {
  return db
    .select({ groupId: allGroups.id })
    .from(allGroups)
    .where(lte(allGroups.deletedAt, before))
    .orderBy(asc(allGroups.deletedAt), asc(allGroups.id))
    .limit(limit)
}

export function listDeletedOf(db: Queries, golferId: number) {
  return db
    .select({ groupId: allGroups.id })
    .from(allGroups)
    .where(and(eq(allGroups.ownerId, golferId), isNotNull(allGroups.deletedAt)))
    .orderBy(asc(allGroups.id))
}

/**
 * Locks a group's memberships, and then the group. The caller must have locked the tee times. Returns whether
 * the group exists and matches `only`.
 */
export async function lockToRemove(tx: Queries, groupId: number, only?: 'deleted') {
  await tx
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .where(eq(groupMembers.groupId, groupId))
    .orderBy(asc(groupMembers.golferId))
    .for('update')
  const found = await tx
    .select({ id: allGroups.id })
    .from(allGroups)
    .where(and(eq(allGroups.id, groupId), only && isNotNull(allGroups.deletedAt)))
    .for('update')
  return found.length > 0
}

/** Removes a group and everything in it. Returns the group's name. */
export async function removeGroup(tx: Queries, groupId: number) {
  const [row] = await tx
    .delete(allGroups)
    .where(eq(allGroups.id, groupId))
    .returning({ name: allGroups.name })
  return row?.name
}
