import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/database.ts'
import { golfers } from '../golfers/tables.ts'
import type { GroupManager, GroupMember, GroupOwner, GroupViewer } from '../groups/gate.ts'
import { groups } from '../groups/tables.ts'
import { invitations } from '../invitations/tables.ts'
import { groupMembers } from './tables.ts'

const isOwner = sql<boolean>`${groups.ownerId} = ${golfers.id}`

const membersOf = (db: Queries) =>
  db
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

/** The members of a group, the owner first, then by name. */
export async function listMembers(db: Database, viewer: GroupViewer) {
  return membersOf(db)
    .where(eq(groupMembers.groupId, viewer.groupId))
    .orderBy(desc(isOwner), asc(sql`lower(${golfers.name})`), asc(golfers.id))
}

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]

/** One member; undefined for a golfer who is none. */
export async function findMember(
  db: Queries,
  viewer: GroupViewer,
  golferId: number,
): Promise<MemberRow | undefined> {
  const [row] = await membersOf(db).where(
    and(eq(groupMembers.groupId, viewer.groupId), eq(groupMembers.golferId, golferId)),
  )
  return row
}

/** What became of a golfer's joining: nothing where they are in already, or their account is deleted. */
export type Admission = 'added' | 'already' | 'gone'

/** Adds a golfer to a group; one who is in already stays as they are. Within a transaction. */
export async function insertMember(
  db: Queries,
  member: { groupId: number; golferId: number; isAdmin: boolean },
): Promise<Admission> {
  // A look before any lock: whoever is being deleted or removed right now holds theirs in another order.
  const [known] = await db
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .where(
      and(eq(groupMembers.groupId, member.groupId), eq(groupMembers.golferId, member.golferId)),
    )
  if (known !== undefined) return 'already'
  // Holds off the deletion of the account, which looks for memberships under this lock.
  const [golfer] = await db
    .select({ email: golfers.email })
    .from(golfers)
    .where(and(eq(golfers.id, member.golferId), isNull(golfers.deletedAt)))
    .for('key share')
  if (golfer === undefined) return 'gone'
  const added = await db.insert(groupMembers).values(member).onConflictDoNothing()
  // Whichever way a golfer came in, there is nothing left to invite them to.
  await db
    .delete(invitations)
    .where(
      and(
        eq(invitations.groupId, member.groupId),
        eq(sql`lower(${invitations.email})`, sql`lower(${golfer.email})`),
        isNull(invitations.decision),
      ),
    )
  return added.rowCount === 1 ? 'added' : 'already'
}

/** See `functions/remove_member.sql`. */
export async function deleteMember(
  tx: Queries,
  scope: GroupMember,
  golferId: number,
  now: Date,
): Promise<string> {
  const { rows } = await tx.execute<{ outcome: string }>(
    sql`select remove_member(${scope.groupId}, ${golferId}, ${now}) as outcome`,
  )
  return rows[0]?.outcome ?? 'gone'
}

/** Keeps a member as they are until the end of the transaction; false where there is none. */
export async function lockMember(
  tx: Queries,
  scope: GroupManager,
  golferId: number,
): Promise<boolean> {
  const found = await tx
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, scope.groupId), eq(groupMembers.golferId, golferId)))
    .for('update')
  return found.length === 1
}

export async function setAdmin(
  tx: Queries,
  owner: GroupOwner,
  golferId: number,
  isAdmin: boolean,
): Promise<void> {
  await tx
    .update(groupMembers)
    .set({ isAdmin })
    .where(and(eq(groupMembers.groupId, owner.groupId), eq(groupMembers.golferId, golferId)))
}
