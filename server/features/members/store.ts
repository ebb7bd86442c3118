import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
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
      isOwner,
      isAdmin: groupMembers.isAdmin,
    })
    .from(groupMembers)
    .innerJoin(golfers, eq(golfers.id, groupMembers.golferId))
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(eq(groupMembers.groupId, viewer.groupId))
    .orderBy(desc(isOwner), asc(sql`lower(${golfers.name})`), asc(golfers.id))
}

/** Adds a golfer to a group; one who is in already stays as they are. */
export async function insertMember(
  db: Database,
  member: { groupId: number; golferId: number; isAdmin: boolean },
): Promise<void> {
  await db.insert(groupMembers).values(member).onConflictDoNothing()
}
