import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/database.ts'
import { golfers } from '../golfers/tables.ts'
import type { GroupViewer } from '../groups/gate.ts'
import { groups } from '../groups/tables.ts'
import { groupMembers } from './tables.ts'

/** The members of a group, the owner first, then by name. */
export async function listMembers(db: Database, viewer: GroupViewer) {
  const isOwner = sql<boolean>`${groups.ownerId} = ${golfers.id}`
  return db
    .select({
      id: golfers.id,
      name: golfers.name,
      email: golfers.email,
      phone: golfers.phone,
      sharesPhone: groupMembers.sharesPhone,
      isOwner,
      isAdmin: groupMembers.isAdmin,
    })
    .from(groupMembers)
    .innerJoin(golfers, eq(golfers.id, groupMembers.golferId))
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(eq(groupMembers.groupId, viewer.groupId))
    .orderBy(desc(isOwner), asc(sql`lower(${golfers.name})`), asc(golfers.id))
}

/** Adds a golfer to a group; one who is in already stays as they are. Within a transaction. */
export async function insertMember(
  db: Queries,
  member: { groupId: number; golferId: number; isAdmin: boolean; sharesPhone?: boolean },
): Promise<boolean> {
  // Holds off the deletion of the account, which looks for memberships under this lock.
  const [golfer] = await db
    .select({ id: golfers.id })
    .from(golfers)
    .where(and(eq(golfers.id, member.golferId), isNull(golfers.deletedAt)))
    .for('key share')
  if (golfer === undefined) return false
  const added = await db.insert(groupMembers).values(member).onConflictDoNothing()
  return added.rowCount === 1
}
