import { and, asc, eq, isNull, lte, not, type SQLWrapper, sql } from 'drizzle-orm'
import type { AuditAction } from '../../contract/audit.ts'
import type { Context } from '../context.ts'
import {
  type Golfer,
  golfers,
  holderColumns,
  isAccount,
  isLiveSession,
  lockEmail,
  recordAction,
  type SessionHolder,
  type SessionKey,
  sessions,
} from '../identity/index.ts'
import {
  type Database,
  preparedFor,
  type Queries,
  takeAdvisoryLock,
} from '../platform/database/database.ts'
import { isoInstant } from '../platform/database/iso-instant.ts'
import type { GroupMember, GroupOwner } from './access.ts'
import {
  allGroups,
  groupColumns,
  groupMembers,
  groups,
  isBeingPaidFor,
  isMembershipOf,
  isPendingSignup,
  memberCountOf,
  signups,
} from './schema.ts'

/** Builds two queries for a group and a golfer's membership: one takes a golfer's id, the other a session. */
function buildFinders(column: SQLWrapper, name: string) {
  const memberIsAdmin = groupMembers.isAdmin
  const isMatch = eq(column, sql.placeholder('key'))
  return {
    ofGolfer: preparedFor((db) =>
      db
        .select({ ...groupColumns, memberIsAdmin })
        .from(groups)
        .leftJoin(groupMembers, isMembershipOf(sql.placeholder('golferId')))
        .where(isMatch)
        .prepare(name),
    ),
    ofSession: preparedFor((db) =>
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
const bySlug = buildFinders(groups.slug, 'find_group_by_slug')
const byId = buildFinders(groups.id, 'find_group_by_id')
const findersFor = (key: number | string) => (typeof key === 'string' ? bySlug : byId)

/** Returns a group by its id or slug. `memberIsAdmin` is null for a golfer who is not a member. */
export async function findGroup(db: Database, { golferId }: Golfer, key: number | string) {
  const [row] = await findersFor(key).ofGolfer(db).execute({ golferId, key })
  return row
}

export type FoundGroup = NonNullable<Awaited<ReturnType<typeof findGroup>>>

/** Returns the golfer of a session, and what {@link findGroup} returns for that golfer, in one query. */
export async function findSessionAndGroup(db: Database, session: SessionKey, key: number | string) {
  const [row] = await findersFor(key)
    .ofSession(db)
    .execute({ ...session, key })
  if (row === undefined) return undefined
  const { holder, group, memberIsAdmin } = row
  return { holder, resource: group && { ...group, memberIsAdmin } }
}

/** Returns whether a slug is used by a group, deleted or not, or reserved by a signup. */
export async function isSlugTaken(db: Queries, slug: string, now: Date): Promise<boolean> {
  const groupCount = await db.$count(allGroups, eq(allGroups.slug, slug))
  return groupCount > 0 || isSlugReservedBySignup(db, slug, now)
}

export async function isSlugReservedBySignup(db: Queries, slug: string, now: Date) {
  return (await db.$count(signups, and(eq(signups.slug, slug), isPendingSignup(now)))) > 0
}

/** Lists the groups a golfer belongs to, ordered by name. */
export function listGroupsOf(db: Database, { golferId }: SessionHolder) {
  return db
    .select({
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
    })
    .from(groups)
    .innerJoin(groupMembers, isMembershipOf(golferId))
    .innerJoin(golfers, eq(golfers.id, groups.ownerId))
    .orderBy(asc(groups.name), asc(groups.id))
}

/**
 * Locks a slug until the end of the transaction, and returns whether it is free. An advisory lock is needed
 * because a unique index cannot span two tables, groups and signups.
 */
export async function lockSlug(tx: Queries, slug: string, now: Date): Promise<boolean> {
  await takeAdvisoryLock(tx, `slug:${slug}`)
  await tx.delete(signups).where(and(eq(signups.slug, slug), not(isPendingSignup(now))))
  return !(await isSlugTaken(tx, slug, now))
}

/**
 * Inserts a group with its owner. Returns its id; undefined if the owner was deleted or the slug is taken.
 */
export async function insertGroup(db: Queries, group: typeof allGroups.$inferInsert, now: Date) {
  return db.transaction(async (tx) => {
    // This lock blocks the deletion of the account, which checks for groups only after it has locked the
    // account.
    if ((await lockEmail(tx, group.ownerId)) === undefined) return undefined
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
 * Returns how many groups a golfer owns; undefined if the account was deleted. Locks the account, so that two
 * requests cannot exceed the limit together. Deleted groups count while they can be restored. Otherwise, a
 * golfer could take any number of slugs by creating and deleting groups.
 */
export async function lockOwnedCount(tx: Queries, golferId: number) {
  const [golfer] = await tx
    .select({ id: golfers.id })
    .from(golfers)
    .where(isAccount(golferId))
    .for('no key update')
  // Count in a second statement, to see changes that were committed while the first one waited for the lock.
  return golfer && tx.$count(allGroups, eq(allGroups.ownerId, golferId))
}

/** The settings that an owner may change. */
export type GroupSettings = Pick<
  typeof allGroups.$inferSelect,
  'name' | 'description' | 'timeZone' | 'homePlace' | 'units' | 'guestsPerPlayer'
>

/** Returns a group's settings and owner, and locks the group; undefined if it was deleted. */
export async function lockSettings(tx: Queries, owner: GroupOwner) {
  const [row] = await tx
    .select({
      id: allGroups.id,
      slug: allGroups.slug,
      ownerId: allGroups.ownerId,
      name: allGroups.name,
      description: allGroups.description,
      timeZone: allGroups.timeZone,
      homePlace: allGroups.homePlace,
      units: allGroups.units,
      guestsPerPlayer: allGroups.guestsPerPlayer,
      version: allGroups.version,
    })
    .from(allGroups)
    .where(and(eq(allGroups.id, owner.groupId), isNull(allGroups.deletedAt)))
    .for('no key update')
  return row
}

export async function saveSettings(
  tx: Queries,
  owner: GroupOwner,
  settings: GroupSettings & { version: number },
): Promise<void> {
  await tx.update(allGroups).set(settings).where(eq(allGroups.id, owner.groupId))
}

/** Inserts a signup. The caller must have locked its slug. Returns its id. */
export async function insertSignup(tx: Queries, signup: typeof signups.$inferInsert) {
  const [row] = await tx.insert(signups).values(signup).returning({ id: signups.id })
  if (row === undefined) throw new Error('A signup was not stored')
  return row.id
}

/**
 * Returns a signup, locked until the end of the transaction. With `now`, finds only a signup that is still
 * waiting. Without `now`, also finds an expired one that was not deleted yet.
 */
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

/** Deletes expired signups that are not being paid for, which frees their slugs. For the nightly job. */
export async function deleteOldSignups({ db, clock }: Context): Promise<void> {
  await db.delete(signups).where(and(lte(signups.expiresAt, clock.now()), not(isBeingPaidFor)))
}

/** Adds a member's action in a group to the audit log, in the transaction of the action. */
export function recordInGroup(
  ctx: Pick<Context, 'clock'>,
  tx: Queries,
  { golferId: actorId, group }: GroupMember,
  action: AuditAction,
  about: { golferId?: number | null; detail?: string } = {},
): Promise<void> {
  return recordAction(ctx, tx, { actorId, action, group, ...about })
}
