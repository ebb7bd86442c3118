import { and, eq, gt, inArray, isNotNull, isNull, max, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { golfers, isSameEmail, welcomeLinks } from '../../identity/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { inviter, isInviter, isOpenInvitation } from '../invitations/store.ts'
import { allGroups, groups, invitations, isPendingSignup, signups } from '../schema.ts'
import { listGroupsOf } from '../store.ts'
import type { LinkHolder } from './access.ts'

/** The address to which a link of a signup or an invitation was emailed. */
const address = sql<string>`coalesce(${signups.email}, ${invitations.email})`

/** Returns a link that still works, with the account of its golfer or address, if there is one. */
export async function findLink(db: Database, tokenHash: string, now: Date) {
  const invitingGroup = alias(allGroups, 'inviting_group')
  const [row] = await db
    .select({
      golferId: sql<number | null>`${golfers.id}`,
      name: sql<string | null>`${golfers.name}`,
      phone: sql<string | null>`${golfers.phone}`,
      email: sql<string>`coalesce(${golfers.email}, ${address})`,
      password: sql<string | null>`${golfers.password}`,
      isSuperAdmin: sql<boolean>`coalesce(${golfers.isSuperAdmin}, false)`,
      signupId: signups.id,
      startedGroupId: groups.id,
      invitation: invitations,
      invitingGroup,
      // A link has a signup, an invitation, a started group, or none of these, so at most one name is set.
      groupName: sql<
        string | null
      >`coalesce(${signups.groupName}, ${invitingGroup.name}, ${groups.name})`,
      inviterName: inviter.name,
    })
    .from(welcomeLinks)
    .leftJoin(signups, eq(signups.id, welcomeLinks.signupId))
    .leftJoin(invitations, eq(invitations.id, welcomeLinks.invitationId))
    .leftJoin(invitingGroup, eq(invitingGroup.id, invitations.groupId))
    .leftJoin(inviter, isInviter)
    .leftJoin(groups, eq(groups.id, welcomeLinks.groupId))
    .leftJoin(
      golfers,
      and(
        isNull(golfers.deletedAt),
        or(eq(golfers.id, welcomeLinks.golferId), isSameEmail(golfers.email, address)),
      ),
    )
    .where(
      and(
        eq(welcomeLinks.tokenHash, tokenHash),
        gt(welcomeLinks.expiresAt, now),
        or(isNotNull(golfers.id), isNull(welcomeLinks.golferId)),
        or(isNull(invitations.id), and(isOpenInvitation(now), eq(invitingGroup.isActive, true))),
      ),
    )
  return row
}

export async function consumeLink(tx: Queries, { tokenHash }: LinkHolder, now: Date) {
  const [link] = await tx
    .delete(welcomeLinks)
    .where(and(eq(welcomeLinks.tokenHash, tokenHash), gt(welcomeLinks.expiresAt, now)))
    .returning({
      signupId: welcomeLinks.signupId,
      invitationId: welcomeLinks.invitationId,
      startedSlug: sql<string | null>`(select ${groups.slug} from ${groups}
        where ${groups.id} = ${welcomeLinks.groupId})`,
    })
  return link
}

export function deleteLinksOfSignup(tx: Queries, signupId: number) {
  return tx.delete(welcomeLinks).where(eq(welcomeLinks.signupId, signupId)).returning()
}

export async function proveEmail(tx: Queries, golferId: number, now: Date): Promise<void> {
  await tx
    .update(golfers)
    .set({ emailProvenAt: now })
    .where(and(eq(golfers.id, golferId), isNull(golfers.emailProvenAt)))
}

export async function findFirstGroup(db: Queries, golferId: number) {
  const [group] = await listGroupsOf(db, { golferId }).limit(1)
  return group
}

export async function findSignup(tx: Queries, signupId: number, now: Date) {
  const [row] = await tx
    .select({
      groupName: signups.groupName,
      email: signups.email,
      expiresAt: signups.expiresAt,
      golferId: golfers.id,
    })
    .from(signups)
    .leftJoin(golfers, isSameEmail(golfers.email, signups.email))
    .where(and(eq(signups.id, signupId), isPendingSignup(now), isNull(golfers.deletedAt)))
  return row
}

export async function findPendingSignup(db: Database, email: string, now: Date) {
  const [signup] = await db
    .select({ id: max(signups.id) })
    .from(signups)
    .where(and(isSameEmail(signups.email, email), isPendingSignup(now)))
  return signup?.id ?? undefined
}

export function countPasswordLinks(tx: Queries, golferId: number, after: Date) {
  const isForPassword = and(isNull(welcomeLinks.signupId), isNull(welcomeLinks.groupId))
  const isPasswordLinkOfGolfer = and(eq(welcomeLinks.golferId, golferId), isForPassword)
  return tx.$count(welcomeLinks, and(isPasswordLinkOfGolfer, gt(welcomeLinks.createdAt, after)))
}

export function countValidSignupLinks(tx: Queries, email: string, now: Date) {
  const signupsOfAddress = tx
    .select({ id: signups.id })
    .from(signups)
    .where(isSameEmail(signups.email, email))
  const isSignupLinkOfAddress = inArray(welcomeLinks.signupId, signupsOfAddress)
  return tx.$count(welcomeLinks, and(isSignupLinkOfAddress, gt(welcomeLinks.expiresAt, now)))
}

/** Expires the links instead of deleting them, because they count toward the hourly limit. */
export async function expireResetLinks(tx: Queries, golferId: number, now: Date): Promise<void> {
  const isReset = and(eq(welcomeLinks.golferId, golferId), eq(welcomeLinks.isReset, true))
  await tx
    .update(welcomeLinks)
    .set({ expiresAt: now })
    .where(and(isReset, gt(welcomeLinks.expiresAt, now)))
}
