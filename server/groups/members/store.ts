import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { golfers } from '../../identity/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Membership } from '../../ports.ts'
import type { GroupManager, GroupOwner, GroupViewer } from '../access.ts'
import { invitations } from '../invitations/schema.ts'
import { allGroups, groups } from '../schema.ts'
import { groupMembers } from './schema.ts'

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

/** Lists a group's members, owner first, then by name. */
export async function listMembers(db: Database, viewer: GroupViewer) {
  return membersOf(db)
    .where(eq(groupMembers.groupId, viewer.groupId))
    .orderBy(desc(isOwner), asc(sql`lower(${golfers.name})`), asc(golfers.id))
}

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]

/** Returns one member; undefined for a golfer who is not a member. */
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

/** Returns whether a golfer is a member of a group. */
export async function isMember(db: Queries, place: Membership): Promise<boolean> {
  const [known] = await db.select({ id: groupMembers.id }).from(groupMembers).where(isPlace(place))
  return known !== undefined
}

/**
 * Locks a golfer's account until the end of the transaction, which blocks its deletion. Returns its email;
 * undefined once the account is deleted.
 */
export async function lockEmail(tx: Queries, golferId: number): Promise<string | undefined> {
  const [golfer] = await tx
    .select({ email: golfers.email })
    .from(golfers)
    .where(and(eq(golfers.id, golferId), isNull(golfers.deletedAt)))
    .for('key share')
  return golfer?.email
}

/** Returns whether the golfer was added; false for one who is already a member, who stays unchanged. */
export async function insertMember(
  tx: Queries,
  member: Membership & { isAdmin: boolean },
): Promise<boolean> {
  const added = await tx.insert(groupMembers).values(member).onConflictDoNothing()
  return added.rowCount === 1
}

/** Deletes the open invitations of an address to a group. */
export async function deleteOpenInvitations(
  tx: Queries,
  { groupId, email }: { groupId: number; email: string },
): Promise<void> {
  await tx
    .delete(invitations)
    .where(
      and(
        eq(invitations.groupId, groupId),
        eq(sql`lower(${invitations.email})`, sql`lower(${email})`),
        isNull(invitations.decision),
      ),
    )
}

const isPlace = ({ groupId, golferId }: Membership) =>
  and(eq(groupMembers.groupId, groupId), eq(groupMembers.golferId, golferId))

/**
 * Locks a membership, then its group, so that nobody posts in the group or transfers it until the end of
 * the transaction. Returns the group's owner; undefined for a golfer who is not a member.
 */
export async function lockPlace(tx: Queries, place: Membership): Promise<number | undefined> {
  const members = await tx
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .where(isPlace(place))
    .for('update')
  if (members.length === 0) return undefined
  const [group] = await tx
    .select({ ownerId: allGroups.ownerId })
    .from(allGroups)
    .where(eq(allGroups.id, place.groupId))
    .for('no key update')
  return group?.ownerId
}

export async function deleteMember(tx: Queries, place: Membership): Promise<void> {
  await tx.delete(groupMembers).where(isPlace(place))
}

/** Locks a member until the end of the transaction; false if there is none. */
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
