import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { INVITATION_COOLDOWN_DAYS } from '../../../contract/invitations.ts'
import { INVITATION_DAYS } from '../../../contract/limits.ts'
import {
  golfers,
  isSameEmail,
  lockAccount,
  type SessionHolder,
  welcomeLinks,
} from '../../identity/index.ts'
import { DAY_MS } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { isoInstant } from '../../platform/database/iso-instant.ts'
import { notFound } from '../../platform/errors.ts'
import type { Membership } from '../../ports.ts'
import type { GroupOwnerOrAdmin, GroupViewer } from '../access.ts'
import { allGroups, groups, invitations, inviteCooldowns, memberCountOf } from '../schema.ts'

type Invitation = typeof invitations.$inferSelect
type Decision = NonNullable<Invitation['decision']>

export const inviter = alias(golfers, 'inviter')
export const isInviter = and(eq(inviter.id, invitations.invitedBy), isNull(inviter.deletedAt))

const isForEmail = (email: string) => isSameEmail(invitations.email, email)
export const isOpenInvitation = (now: Date) =>
  and(isNull(invitations.decision), gt(invitations.expiresAt, now))

/** Returns the time from which a group can invite an address again; undefined if it can now. */
export async function findCooldownEnd(tx: Queries, groupId: number, email: string, now: Date) {
  const isOngoing = and(eq(inviteCooldowns.groupId, groupId), gt(inviteCooldowns.until, now))
  const isOfEmail = eq(inviteCooldowns.email, sql`lower(${email})`)
  const [row] = await tx.select().from(inviteCooldowns).where(and(isOngoing, isOfEmail))
  return row?.until
}

export async function insertCooldown(tx: Queries, groupId: number, email: string, now: Date) {
  const until = new Date(now.getTime() + INVITATION_COOLDOWN_DAYS * DAY_MS)
  await tx
    .insert(inviteCooldowns)
    .values({ groupId, email: sql`lower(${email})`, until })
    .onConflictDoUpdate({
      target: [inviteCooldowns.groupId, inviteCooldowns.email],
      set: { until },
    })
}

/**
 * How many emails of an invitation to count if the last one was sent after `since`. Only the times of the
 * first and the last email are recorded, so the emails of an older invitation count as one.
 */
const emailCountSince = (since: Date) =>
  sql`case when ${invitations.createdAt} > ${since} then ${invitations.sends} else 1 end`

/**
 * Counts the invitation emails that a golfer sent for any group, and those that anyone sent for one group.
 * Returns the larger count.
 */
export async function countInvitationsSent(tx: Queries, by: Membership, since: Date) {
  const { groupId, golferId } = by
  const emailCount = sql`sum(${emailCountSince(since)})`
  const { rows } = await tx.execute<{ sent: number }>(sql`
    select coalesce(greatest(${emailCount} filter (where invited_by = ${golferId}),
      ${emailCount} filter (where group_id = ${groupId})), 0)::int as sent
    from ${invitations}
    where sent_at > ${since} and (invited_by = ${golferId} or group_id = ${groupId})`)
  return rows[0]?.sent ?? 0
}

/** Returns undefined if the address already has an open invitation to the group. */
export async function insertInvitation(
  tx: Queries,
  invitation: Omit<typeof invitations.$inferInsert, 'createdAt' | 'sentAt' | 'expiresAt'>,
  now: Date,
) {
  const { groupId, email } = invitation
  const isExpired = and(isNull(invitations.decision), lte(invitations.expiresAt, now))
  await tx
    .delete(invitations)
    .where(and(eq(invitations.groupId, groupId), isForEmail(email), isExpired))
  const [row] = await tx
    .insert(invitations)
    .values({ ...invitation, createdAt: now, sentAt: now, expiresAt: expiryOf(now) })
    .onConflictDoNothing()
    .returning()
  return row
}

const expiryOf = (sentAt: Date) => new Date(sentAt.getTime() + INVITATION_DAYS * DAY_MS)

export function listOpenInvitations(db: Queries, viewer: GroupViewer, now: Date) {
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.groupId, viewer.groupId), isOpenInvitation(now)))
    .orderBy(asc(sql`lower(${invitations.name})`), asc(invitations.id))
}

/** @throws AppError NOT_FOUND if the invitation was answered, was withdrawn or has expired */
export async function lockOpenInvitation(
  tx: Queries,
  { groupId }: GroupOwnerOrAdmin,
  invitationId: number,
  now: Date,
) {
  const isInGroup = and(eq(invitations.id, invitationId), eq(invitations.groupId, groupId))
  const [row] = await tx
    .select()
    .from(invitations)
    .where(and(isInGroup, isOpenInvitation(now)))
    .for('update')
  if (row === undefined) throw notFound('invitation')
  return row
}

/** Locks the newest open invitation to an address, from the given group or from any, if there is one. */
export async function lockNewestInvitation(
  tx: Queries,
  email: string,
  now: Date,
  groupId?: number,
) {
  const isOfGroup = groupId === undefined ? undefined : eq(invitations.groupId, groupId)
  const [row] = await tx
    .select()
    .from(invitations)
    .where(and(isOfGroup, isForEmail(email), isOpenInvitation(now)))
    .orderBy(desc(invitations.id))
    .limit(1)
    .for('update')
  return row
}

export async function recordResend(tx: Queries, { id, sends }: Invitation, now: Date) {
  const changes = { sentAt: now, expiresAt: expiryOf(now), sends: sends + 1 }
  await tx.update(invitations).set(changes).where(eq(invitations.id, id))
  return changes
}

export async function saveDecision(tx: Queries, id: number, decision: Decision, now: Date) {
  await tx.update(invitations).set({ decision, decidedAt: now }).where(eq(invitations.id, id))
  await tx.delete(welcomeLinks).where(eq(welcomeLinks.invitationId, id))
}

export function listInvitationsTo(db: Database, { golferId }: SessionHolder, now: Date) {
  return db
    .select({
      id: invitations.id,
      groupName: groups.name,
      inviterName: inviter.name,
      memberCount: memberCountOf(groups.id),
      createdAt: isoInstant(invitations.createdAt),
      expiresAt: isoInstant(invitations.expiresAt),
    })
    .from(golfers)
    .innerJoin(invitations, isSameEmail(invitations.email, golfers.email))
    .innerJoin(groups, and(eq(groups.id, invitations.groupId), eq(groups.isActive, true)))
    .leftJoin(inviter, isInviter)
    .where(and(eq(golfers.id, golferId), isNotNull(golfers.emailProvenAt), isOpenInvitation(now)))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
}

/** Returns a golfer's email address if it is proven. Locks the account against deletion. */
export async function lockProvenAddress(tx: Queries, golferId: number) {
  const account = await lockAccount(tx, golferId, 'key share')
  return account?.emailProvenAt == null ? undefined : account.email
}

/**
 * Locks an invitation and its group. The group must be active, and the invitation must be to `email`. It must
 * be open, or already have this decision (`isDecided`).
 */
export async function lockInvitation(
  tx: Queries,
  invitationId: number,
  email: string,
  decision: Decision,
  now: Date,
) {
  // Lock the group first, as purging a group does. A deleted group is inactive, so it is not found.
  const [group] = await tx
    .select({ groupId: allGroups.id, name: allGroups.name, slug: allGroups.slug })
    .from(allGroups)
    .innerJoin(invitations, eq(invitations.groupId, allGroups.id))
    .where(and(eq(invitations.id, invitationId), eq(allGroups.isActive, true)))
    .for('key share', { of: allGroups })
  if (group === undefined) return undefined
  const isMatch = and(eq(invitations.id, invitationId), isForEmail(email))
  const [invitation] = await tx
    .select({ decision: invitations.decision })
    .from(invitations)
    .where(and(isMatch, or(eq(invitations.decision, decision), isOpenInvitation(now))))
    .for('update')
  return invitation && { group, isDecided: invitation.decision !== null }
}

/** Returns an open invitation, with the account of its address if there is one. */
export async function findInvitationToMail(tx: Queries, invitationId: number, now: Date) {
  const [row] = await tx
    .select({
      id: invitations.id,
      email: invitations.email,
      sentAt: invitations.sentAt,
      groupName: groups.name,
      inviterName: inviter.name,
      golferId: sql<number | null>`${golfers.id}`,
      password: sql<string | null>`${golfers.password}`,
      isProven: sql<boolean>`${golfers.emailProvenAt} is not null`,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .innerJoin(groups, and(eq(groups.id, invitations.groupId), eq(groups.isActive, true)))
    .leftJoin(inviter, isInviter)
    .leftJoin(golfers, isSameEmail(golfers.email, invitations.email))
    .where(and(eq(invitations.id, invitationId), isOpenInvitation(now), isNull(golfers.deletedAt)))
  return row
}

/**
 * Counts the invitation emails that all groups sent to an address after `since`. Includes the given
 * invitation's email, but none that were sent later.
 */
export async function countInvitationsSentTo(
  tx: Queries,
  { id, email, sentAt }: Pick<Invitation, 'id' | 'email' | 'sentAt'>,
  since: Date,
) {
  const isUpToThis = sql`(${invitations.sentAt}, ${invitations.id}) <= (${sentAt}, ${id})`
  const [row] = await tx
    .select({ sent: sql<number>`coalesce(sum(${emailCountSince(since)}), 0)::int` })
    .from(invitations)
    .where(and(isForEmail(email), gt(invitations.sentAt, since), isUpToThis))
  return row?.sent ?? 0
}
