import { and, asc, desc, eq, gt, isNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import { isUnpaid } from '../../../contract/groups.ts'
import { INVITE_LINK_DAYS } from '../../../contract/limits.ts'
import { golfers, isSameEmail } from '../../identity/index.ts'
import { DAY_MS } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import { isoInstant } from '../../platform/database/iso-instant.ts'
import { notFound } from '../../platform/errors.ts'
import type { GroupOwnerOrAdmin } from '../access.ts'
import { groupMembers, groups, inviteLinks, joinRequests, memberCountOf } from '../schema.ts'

const isOpenRequestIn = (groupId: number | SQLWrapper) =>
  and(eq(joinRequests.groupId, groupId), isNull(joinRequests.decidedAt))
const isWorkingLink = (now: Date) =>
  and(isNull(inviteLinks.revokedAt), gt(inviteLinks.expiresAt, now))

export function listLinks(db: Queries, access: GroupOwnerOrAdmin, now: Date) {
  return db
    .select({
      id: inviteLinks.id,
      token: inviteLinks.token,
      joinsWithoutApproval: inviteLinks.joinsWithoutApproval,
      createdBy: golfers.name,
      createdAt: isoInstant(inviteLinks.createdAt),
      expiresAt: isoInstant(inviteLinks.expiresAt),
    })
    .from(inviteLinks)
    .innerJoin(golfers, eq(golfers.id, inviteLinks.createdBy))
    .where(and(eq(inviteLinks.groupId, access.groupId), isWorkingLink(now)))
    .orderBy(desc(inviteLinks.createdAt), desc(inviteLinks.id))
}

export async function insertLink(tx: Queries, access: GroupOwnerOrAdmin, token: string, now: Date) {
  const { groupId, golferId: createdBy } = access
  const expiresAt = new Date(now.getTime() + INVITE_LINK_DAYS * DAY_MS)
  await tx.insert(inviteLinks).values({ groupId, token, createdBy, createdAt: now, expiresAt })
}

/** @throws AppError NOT_FOUND if the group has no working link with this id */
export async function changeLink(
  tx: Queries,
  access: GroupOwnerOrAdmin,
  linkId: number,
  change: { joinsWithoutApproval: boolean } | { revokedAt: Date },
  now: Date,
) {
  const changed = await tx
    .update(inviteLinks)
    .set(change)
    .where(
      and(eq(inviteLinks.id, linkId), eq(inviteLinks.groupId, access.groupId), isWorkingLink(now)),
    )
  if (changed.rowCount !== 1) throw notFound('invite link')
}

export async function makeLinksRequireApproval(tx: Queries, groupId: number): Promise<void> {
  const isMatch = and(eq(inviteLinks.groupId, groupId), eq(inviteLinks.joinsWithoutApproval, true))
  await tx.update(inviteLinks).set({ joinsWithoutApproval: false }).where(isMatch)
}

/** Locks a link if golfers can still join through it without approval. Returns whether they can. */
export async function lockIfJoinsWithoutApproval(
  tx: Queries,
  { linkId }: FoundInviteLink,
  now: Date,
) {
  const isMatch = and(
    eq(inviteLinks.id, linkId),
    eq(inviteLinks.joinsWithoutApproval, true),
    isWorkingLink(now),
  )
  const found = await tx
    .select({ id: inviteLinks.id })
    .from(inviteLinks)
    .where(isMatch)
    .for('share')
  return found.length === 1
}

export async function findInviteLink(db: Queries, token: string, now: Date) {
  const [row] = await db
    .select({
      linkId: inviteLinks.id,
      linkCreatorId: inviteLinks.createdBy,
      joinsWithoutApproval: inviteLinks.joinsWithoutApproval,
      expiryDate: groups.expiryDate,
      renews: groups.renews,
      groupId: groups.id,
      groupName: groups.name,
      slug: groups.slug,
      ownerName: golfers.name,
      memberCount: memberCountOf(groups.id),
    })
    .from(inviteLinks)
    .innerJoin(groups, eq(groups.id, inviteLinks.groupId))
    .innerJoin(golfers, eq(golfers.id, groups.ownerId))
    .where(and(eq(inviteLinks.token, token), isWorkingLink(now), eq(groups.isActive, true)))
  return row && { ...row, joinsWithoutApproval: row.joinsWithoutApproval && !isUnpaid(row, now) }
}

export type FoundInviteLink = NonNullable<Awaited<ReturnType<typeof findInviteLink>>>

export function countListedRequests(db: Queries, access: GroupOwnerOrAdmin | FoundInviteLink) {
  return db.$count(joinRequests, isRequestListedIn(access.groupId))
}

export type JoinRequest = typeof joinRequests.$inferSelect
export type NewJoinRequest = Omit<JoinRequest, 'id' | 'createdAt' | 'decision' | 'decidedAt'>

/** A golfer's request replaces a visitor's request from the same address. Returns whether a row was added. */
export async function insertRequest(tx: Queries, request: NewJoinRequest, now: Date) {
  const { groupId, golferId, name, email, phone } = request
  // Drizzle does not support a conflict target that is an expression, such as lower(email).
  const { rows } = await tx.execute<{ isNew: boolean }>(sql`
    insert into ${joinRequests} (group_id, golfer_id, name, email, phone, created_at)
    values (${groupId}, ${golferId}, ${name}, ${email}, ${phone}, ${now})
    on conflict (group_id, lower(email)) where decided_at is null do update
      set golfer_id = excluded.golfer_id, name = excluded.name, phone = excluded.phone
      where join_requests.golfer_id is null and excluded.golfer_id is not null
    returning xmax = 0 as "isNew"`)
  return rows[0]?.isNew ?? false
}

/** Matches open requests, except those of golfers who are members by now. */
export function isRequestListedIn(groupId: number | SQLWrapper) {
  const isRequester = or(
    eq(golfers.id, joinRequests.golferId),
    isSameEmail(golfers.email, joinRequests.email),
  )
  return and(
    isOpenRequestIn(groupId),
    sql`not exists (select from ${groupMembers}
      join ${golfers} on ${golfers.id} = ${groupMembers.golferId}
      where ${groupMembers.groupId} = ${joinRequests.groupId} and ${isRequester})`,
  )
}

export function listOpenRequests(db: Queries, access: GroupOwnerOrAdmin) {
  return db
    .select({
      id: joinRequests.id,
      name: joinRequests.name,
      email: joinRequests.email,
      createdAt: isoInstant(joinRequests.createdAt),
    })
    .from(joinRequests)
    .where(isRequestListedIn(access.groupId))
    .orderBy(asc(joinRequests.createdAt), asc(joinRequests.id))
}

export async function requireJoinRequest(
  db: Queries,
  access: GroupOwnerOrAdmin,
  requestId: number,
) {
  const [row] = await db
    .select()
    .from(joinRequests)
    .where(and(eq(joinRequests.id, requestId), eq(joinRequests.groupId, access.groupId)))
  if (row === undefined) throw notFound('request')
  return row
}

export async function decideRequest(
  tx: Queries,
  access: GroupOwnerOrAdmin,
  requestId: number,
  decision: 'accepted' | 'declined',
  now: Date,
): Promise<boolean> {
  const decided = await tx
    .update(joinRequests)
    .set({ decision, decidedAt: now })
    .where(and(eq(joinRequests.id, requestId), isOpenRequestIn(access.groupId)))
  return decided.rowCount === 1
}
