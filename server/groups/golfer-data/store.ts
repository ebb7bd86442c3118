import { asc, desc, eq, or, sql } from 'drizzle-orm'
import { isSameEmail, type SessionHolder } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { isoInstant } from '../../platform/database/iso-instant.ts'
import {
  allGroups,
  groupMembers,
  groups,
  invitations,
  inviteCooldowns,
  inviteLinks,
  isMembershipOf,
  joinRequests,
  signups,
} from '../schema.ts'

type GolferWithEmail = Pick<SessionHolder, 'golferId' | 'email'>

export function listMemberships(tx: Queries, golferId: number) {
  return tx
    .select({
      id: groups.id,
      name: groups.name,
      slug: groups.slug,
      role: sql<'owner' | 'admin' | 'member'>`case when ${groups.ownerId} = ${golferId} then 'owner'
        when ${groupMembers.isAdmin} then 'admin' else 'member' end`,
      joinedAt: isoInstant(groupMembers.joinedAt),
      muted: groupMembers.muted,
    })
    .from(groups)
    .innerJoin(groupMembers, isMembershipOf(golferId))
    .orderBy(asc(groups.name), asc(groups.id))
}

/** Includes requests that visitors made with the golfer's email address. */
export function listJoinRequests(tx: Queries, golfer: GolferWithEmail) {
  return tx
    .select({
      groupName: groups.name,
      name: joinRequests.name,
      email: joinRequests.email,
      phone: joinRequests.phone,
      createdAt: isoInstant(joinRequests.createdAt),
      decision: joinRequests.decision,
    })
    .from(joinRequests)
    .innerJoin(groups, eq(groups.id, joinRequests.groupId))
    .where(isRequestBy(golfer))
    .orderBy(desc(joinRequests.createdAt))
}

const isRequestBy = ({ golferId, email }: GolferWithEmail) =>
  or(eq(joinRequests.golferId, golferId), isSameEmail(joinRequests.email, email))

export function listInvitations(tx: Queries, golfer: GolferWithEmail) {
  return tx
    .select({
      groupName: groups.name,
      name: invitations.name,
      phone: invitations.phone,
      createdAt: isoInstant(invitations.createdAt),
      decision: invitations.decision,
    })
    .from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .where(isSameEmail(invitations.email, golfer.email))
    .orderBy(desc(invitations.createdAt))
}

export function listSignups(tx: Queries, golfer: GolferWithEmail) {
  return tx
    .select({
      name: signups.groupName,
      slug: signups.slug,
      createdAt: isoInstant(signups.createdAt),
    })
    .from(signups)
    .where(isSameEmail(signups.email, golfer.email))
    .orderBy(desc(signups.createdAt))
}

/** Includes deleted groups. */
export async function listGroupIds(tx: Queries, golferId: number): Promise<number[]> {
  const rows = await tx
    .select({ groupId: groupMembers.groupId })
    .from(groupMembers)
    .where(eq(groupMembers.golferId, golferId))
    .orderBy(asc(groupMembers.groupId))
  return rows.map(({ groupId }) => groupId)
}

export async function ownsGroups(tx: Queries, golferId: number) {
  return (await tx.$count(allGroups, eq(allGroups.ownerId, golferId))) > 0
}

export async function deletePersonalRows(
  tx: Queries,
  golfer: GolferWithEmail,
  now: Date,
): Promise<void> {
  const { golferId, email } = golfer
  await tx.delete(signups).where(isSameEmail(signups.email, email))
  await tx.delete(invitations).where(isSameEmail(invitations.email, email))
  await tx.delete(inviteCooldowns).where(eq(inviteCooldowns.email, sql`lower(${email})`))
  await tx.delete(joinRequests).where(isRequestBy(golfer))
  await tx
    .update(inviteLinks)
    .set({ revokedAt: sql`coalesce(${inviteLinks.revokedAt}, ${now})` })
    .where(eq(inviteLinks.createdBy, golferId))
}

/** Makes all devices that show one of the golfer's groups refetch it. */
export async function refreshGroups(tx: Queries, golferId: number): Promise<void> {
  await tx.execute(sql`
    insert into live_events (type, group_id)
    select 'group', group_id from ${groupMembers} where golfer_id = ${golferId}`)
}
