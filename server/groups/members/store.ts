import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { golfers, isAccount, isSameEmail } from '../../identity/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Membership } from '../../ports.ts'
import type { GroupOwner, GroupViewer } from '../access.ts'
import { allGroups, groupMembers, groups, invitations, joinRequests } from '../schema.ts'

const matchesMembership = ({ groupId, golferId }: Membership) =>
  and(eq(groupMembers.groupId, groupId), eq(groupMembers.golferId, golferId))

const isOwner = sql<boolean>`${groups.ownerId} = ${golfers.id}`

const selectMembers = (db: Queries) =>
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

export function listMembers(db: Database, viewer: GroupViewer) {
  return selectMembers(db)
    .where(eq(groupMembers.groupId, viewer.groupId))
    .orderBy(desc(isOwner), asc(sql`lower(${golfers.name})`), asc(golfers.id))
}

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]

/** Finds a member by the id or the email of the golfer. */
export async function findMember(db: Queries, groupId: number, idOrEmail: number | string) {
  const [row] = await selectMembers(db).where(
    and(eq(groupMembers.groupId, groupId), isAccount(idOrEmail)),
  )
  return row
}

/** Treats other members and join requests as invitations. Returns undefined if the group predates `since`. */
export async function findSetupProgress(db: Database, { groupId }: GroupViewer, since: Date) {
  const hasInvited = sql<boolean>`(
    (select count(*) from ${groupMembers} where ${groupMembers.groupId} = ${groupId}) > 1
    or exists (select from ${invitations} where ${invitations.groupId} = ${groupId})
    or exists (select from ${joinRequests} where ${joinRequests.groupId} = ${groupId}))`
  const [row] = await db
    .select({ hasInvited })
    .from(groups)
    .where(and(eq(groups.id, groupId), gt(groups.createdAt, since)))
  return row
}

export async function isMember(db: Queries, membership: Membership) {
  return (await db.$count(groupMembers, matchesMembership(membership))) > 0
}

export async function insertMember(tx: Queries, { groupId, golferId }: Membership) {
  const added = await tx.insert(groupMembers).values({ groupId, golferId }).onConflictDoNothing()
  return added.rowCount === 1
}

export async function deleteOpenInvitations(tx: Queries, groupId: number, email: string) {
  const isForEmail = and(eq(invitations.groupId, groupId), isSameEmail(invitations.email, email))
  await tx.delete(invitations).where(and(isForEmail, isNull(invitations.decision)))
}

/** Without this, a request from before the golfer joined would be listed again after the golfer leaves. */
export async function deleteOpenJoinRequests(tx: Queries, { groupId, golferId }: Membership) {
  await tx.execute(sql`
    delete from ${joinRequests} request using ${golfers} golfer
    where request.group_id = ${groupId} and request.decided_at is null and golfer.id = ${golferId}
      and (request.golfer_id = golfer.id or lower(request.email) = lower(golfer.email))`)
}

/** Returns the id of the group's owner; undefined for a golfer who is not a member. */
export async function lockMembershipAndGroup(tx: Queries, membership: Membership) {
  if (!(await lockMember(tx, membership))) return undefined
  const [group] = await tx
    .select({ ownerId: allGroups.ownerId })
    .from(allGroups)
    .where(eq(allGroups.id, membership.groupId))
    .for('no key update')
  return group?.ownerId
}

export async function deleteMember(tx: Queries, membership: Membership): Promise<void> {
  await tx.delete(groupMembers).where(matchesMembership(membership))
}

export async function lockMember(tx: Queries, membership: Membership): Promise<boolean> {
  const found = await tx
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .where(matchesMembership(membership))
    .for('update')
  return found.length === 1
}

export async function setAdmin(tx: Queries, membership: Membership, isAdmin: boolean) {
  await tx.update(groupMembers).set({ isAdmin }).where(matchesMembership(membership))
}

export async function lockNewOwner(tx: Queries, { groupId }: GroupOwner, golferId: number) {
  const [row] = await tx
    .select({ name: golfers.name })
    .from(groupMembers)
    .innerJoin(golfers, eq(golfers.id, groupMembers.golferId))
    .where(matchesMembership({ groupId, golferId }))
    .for('key share', { of: groupMembers })
  return row
}

/** Also makes both golfers admins. Returns false if `owner` no longer owns the group. */
export async function transferGroup(tx: Queries, owner: GroupOwner, newOwnerId: number) {
  // Lock order in all code: memberships, then the group.
  const isEither = inArray(groupMembers.golferId, [owner.golferId, newOwnerId])
  await tx
    .update(groupMembers)
    .set({ isAdmin: true })
    .where(and(eq(groupMembers.groupId, owner.groupId), isEither))
  const isStillOwned = and(eq(allGroups.ownerId, owner.golferId), isNull(allGroups.deletedAt))
  const transferred = await tx
    .update(allGroups)
    .set({ ownerId: newOwnerId, version: sql`${allGroups.version} + 1` })
    .where(and(eq(allGroups.id, owner.groupId), isStillOwned))
  return transferred.rowCount === 1
}
