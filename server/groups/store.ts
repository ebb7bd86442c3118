import { and, asc, desc, eq, isNull, lte, not, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { AuditAction } from '../../contract/audit.ts'
import { groupSettings, OWNER_ONLY_MESSAGE } from '../../contract/groups.ts'
import { INVITATION_KEPT_DAYS, JOIN_REQUEST_KEPT_DAYS } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import {
  type Golfer,
  golfers,
  holderColumns,
  isLiveSession,
  lockAccount,
  lockAgainstDeletion,
  recordAction,
  type SessionHolder,
  type SessionKey,
  sessions,
} from '../identity/index.ts'
import { DAY_MS } from '../platform/clock.ts'
import {
  type Database,
  oncePerDb,
  type Queries,
  takeAdvisoryLock,
} from '../platform/database/database.ts'
import { isoInstant } from '../platform/database/iso-instant.ts'
import { AppError, notFound } from '../platform/errors.ts'
import type { GroupMember, GroupOwner } from './access.ts'
import {
  allGroups,
  groupColumns,
  groupMembers,
  groups,
  invitations,
  inviteLinks,
  isMembershipOf,
  isPaidOrBeingPaid,
  isPendingSignup,
  joinRequests,
  memberCountOf,
  signups,
} from './schema.ts'

function buildFinders(column: SQLWrapper, name: string) {
  const memberIsAdmin = groupMembers.isAdmin
  const isMatch = eq(column, sql.placeholder('key'))
  return {
    ofGolfer: oncePerDb((db) =>
      db
        .select({ ...groupColumns, memberIsAdmin })
        .from(groups)
        .leftJoin(groupMembers, isMembershipOf(sql.placeholder('golferId')))
        .where(isMatch)
        .prepare(name),
    ),
    ofSession: oncePerDb((db) =>
      db
        .select({ holder: holderColumns, group: groupColumns, memberIsAdmin })
        .from(sessions)
        .innerJoin(golfers, eq(golfers.id, sessions.golferId))
        .leftJoin(groups, isMatch)
        .leftJoin(groupMembers, isMembershipOf(golfers.id))
        .where(isLiveSession)
        .prepare(`${name}_of_session`),
    ),
  }
}
const findersBySlug = buildFinders(groups.slug, 'find_group_by_slug')
const findersById = buildFinders(groups.id, 'find_group_by_id')
const findersFor = (key: number | string) => (typeof key === 'string' ? findersBySlug : findersById)

/** Returns a group by its id or slug. `memberIsAdmin` is null for a golfer who is not a member. */
export async function findGroup(db: Database, { golferId }: Golfer, key: number | string) {
  const [row] = await findersFor(key).ofGolfer(db).execute({ golferId, key })
  return row
}

export type FoundGroup = NonNullable<Awaited<ReturnType<typeof findGroup>>>

export async function findSessionAndGroup(db: Database, session: SessionKey, key: number | string) {
  const [row] = await findersFor(key)
    .ofSession(db)
    .execute({ ...session, key })
  if (row === undefined) return undefined
  const { holder, group, memberIsAdmin } = row
  return { holder, resource: group && { ...group, memberIsAdmin } }
}

/** Deleted groups keep their slugs, and a signup reserves the slug of its group. */
export async function isSlugTaken(db: Queries, slug: string, now: Date): Promise<boolean> {
  const groupCount = await db.$count(allGroups, eq(allGroups.slug, slug))
  return groupCount > 0 || isSlugReservedBySignup(db, slug, now)
}

export async function isSlugReservedBySignup(db: Queries, slug: string, now: Date) {
  return (await db.$count(signups, and(eq(signups.slug, slug), isPendingSignup(now)))) > 0
}

export const listedColumns = {
  id: groups.id,
  name: groups.name,
  slug: groups.slug,
  description: groups.description,
  ownerId: groups.ownerId,
  ownerName: golfers.name,
  timeZone: groups.timeZone,
  memberCount: memberCountOf(groups.id),
  isActive: groups.isActive,
  expiryDate: isoInstant(groups.expiryDate),
  subscriptionStatus: groups.subscriptionStatus,
  renews: groups.renews,
}

export function listGroupsOf(db: Queries, { golferId }: Pick<SessionHolder, 'golferId'>) {
  return db
    .select(listedColumns)
    .from(groups)
    .innerJoin(groupMembers, isMembershipOf(golferId))
    .innerJoin(golfers, eq(golfers.id, groups.ownerId))
    .orderBy(desc(groups.isActive), asc(groups.name), asc(groups.id))
}

/**
 * Locks a slug, and returns whether it is free. The lock is advisory, because a unique index cannot span
 * groups and signups.
 */
export async function lockSlug(tx: Queries, slug: string, now: Date): Promise<boolean> {
  await takeAdvisoryLock(tx, `slug:${slug}`)
  await tx.delete(signups).where(and(eq(signups.slug, slug), not(isPendingSignup(now))))
  return !(await isSlugTaken(tx, slug, now))
}

type NewGroup = typeof allGroups.$inferInsert

export async function insertGroup(db: Queries, group: NewGroup, now: Date) {
  return db.transaction(async (tx) => {
    // Lock the account first: account deletion locks it before checking for groups.
    if ((await lockAgainstDeletion(tx, group.ownerId)) === undefined) return undefined
    if (!(await lockSlug(tx, group.slug, now))) return undefined
    const [row] = await tx
      .insert(allGroups)
      .values({ ...group, createdAt: now })
      .returning({ id: allGroups.id })
    if (row === undefined) return undefined
    await tx
      .insert(groupMembers)
      .values({ groupId: row.id, golferId: group.ownerId, isAdmin: true })
    return row.id
  })
}

/**
 * Returns how many groups a golfer owns, including deleted ones, which keep their slugs; undefined if the
 * account was deleted. Locks the account, so that simultaneous requests cannot exceed the limit.
 */
export async function lockAndCountOwnedGroups(tx: Queries, golferId: number) {
  const golfer = await lockAccount(tx, golferId)
  // Count in a second statement, to see changes that were committed while the first one waited for the lock.
  return golfer && tx.$count(allGroups, eq(allGroups.ownerId, golferId))
}

/** @throws AppError NOT_FOUND if the group was just deleted; FORBIDDEN if `owner` just transferred it */
export async function lockSettings(tx: Queries, owner: GroupOwner) {
  const [group] = await tx
    .select()
    .from(allGroups)
    .where(and(eq(allGroups.id, owner.groupId), isNull(allGroups.deletedAt)))
    .for('no key update')
  if (group === undefined) throw notFound('group')
  if (group.ownerId !== owner.golferId) throw new AppError('FORBIDDEN', OWNER_ONLY_MESSAGE)
  return groupSettings.parse(group)
}

export async function saveGroup(tx: Queries, owner: GroupOwner, change: Partial<NewGroup>) {
  await tx.update(allGroups).set(change).where(eq(allGroups.id, owner.groupId))
}

/** The caller must have locked the slug. Returns the new id. */
export async function insertSignup(tx: Queries, signup: typeof signups.$inferInsert) {
  const [row] = await tx.insert(signups).values(signup).returning({ id: signups.id })
  if (row === undefined) throw new Error('A signup was not stored')
  return row.id
}

/** With `now`, finds only a signup that is pending at that time; without it, even an expired signup. */
export async function lockSignup(tx: Queries, signupId: number, now?: Date) {
  const [row] = await tx
    .select()
    .from(signups)
    .where(and(eq(signups.id, signupId), now && isPendingSignup(now)))
    .for('update')
  return row
}

export async function deleteSignup(tx: Queries, signupId: number): Promise<void> {
  await tx.delete(signups).where(eq(signups.id, signupId))
}

export async function deleteOldRows({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const requestsKeptSince = daysAgo(JOIN_REQUEST_KEPT_DAYS)
  const isOldLink = or(
    lte(inviteLinks.revokedAt, requestsKeptSince),
    lte(inviteLinks.expiresAt, requestsKeptSince),
  )
  const invitationsKeptSince = daysAgo(INVITATION_KEPT_DAYS)
  const isOldInvitation = or(
    lte(invitations.decidedAt, invitationsKeptSince),
    lte(invitations.expiresAt, invitationsKeptSince),
  )
  await db.delete(signups).where(and(lte(signups.expiresAt, now), not(isPaidOrBeingPaid)))
  await db.delete(joinRequests).where(lte(joinRequests.decidedAt, requestsKeptSince))
  await db.delete(inviteLinks).where(isOldLink)
  await db.delete(invitations).where(isOldInvitation)
}

export function recordInGroup(
  ctx: Pick<Context, 'clock'>,
  tx: Queries,
  { golferId: actorId, group }: GroupMember,
  action: AuditAction,
  about: { golferId?: number | null; detail?: string } = {},
) {
  return recordAction(ctx, tx, { actorId, action, group, ...about })
}
