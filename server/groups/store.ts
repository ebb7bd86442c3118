import { and, asc, eq, isNull, lte, not, type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '../../contract/audit.ts'
import type { Units } from '../../contract/units.ts'
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
  withAdvisoryLock,
} from '../platform/database/database.ts'
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

/** Builds two queries for a group with a golfer's membership: by the golfer's id, and by a session. */
function buildFinders(by: SQL, name: string) {
  const memberIsAdmin = groupMembers.isAdmin
  return {
    ofGolfer: preparedFor((db) =>
      db
        .select({ ...groupColumns, memberIsAdmin })
        .from(groups)
        .leftJoin(groupMembers, isMembershipOf(sql.placeholder('golferId')))
        .where(by)
        .prepare(name),
    ),
    ofSession: preparedFor((db) =>
      db
        .select({ holder: holderColumns, group: groupColumns, memberIsAdmin })
        .from(sessions)
        .innerJoin(golfers, eq(golfers.id, sessions.golferId))
        .leftJoin(groups, by)
        .leftJoin(groupMembers, isMembershipOf(golfers.id))
        .where(isLiveSession)
        .prepare(`${name}_of_session`),
    ),
  }
}
const bySlug = buildFinders(eq(groups.slug, sql.placeholder('slug')), 'find_group_by_slug')
const byId = buildFinders(eq(groups.id, sql.placeholder('groupId')), 'find_group_by_id')

/** Returns a group and, if this golfer is a member of it, whether as an admin. */
export async function findGroupBySlug(db: Database, { golferId }: Golfer, slug: string) {
  const [row] = await bySlug.ofGolfer(db).execute({ golferId, slug })
  return row
}

/** Does the same as {@link findGroupBySlug}, by id. */
export async function findGroupById(db: Database, { golferId }: Golfer, groupId: number) {
  const [row] = await byId.ofGolfer(db).execute({ golferId, groupId })
  return row
}

/** Returns a session and, for its golfer, the same as {@link findGroupBySlug}. */
export async function findSessionAndGroupBySlug(db: Database, session: SessionKey, slug: string) {
  const [row] = await bySlug.ofSession(db).execute({ ...session, slug })
  return row && foundWith(row)
}

/** Does the same as {@link findSessionAndGroupBySlug}, by id. */
export async function findSessionAndGroupById(db: Database, session: SessionKey, groupId: number) {
  const [row] = await byId.ofSession(db).execute({ ...session, groupId })
  return row && foundWith(row)
}

function foundWith<Holder>(row: {
  holder: Holder
  group: Omit<FoundGroup, 'memberIsAdmin'> | null
  memberIsAdmin: boolean | null
}) {
  const { holder, group, memberIsAdmin } = row
  return { holder, found: group && { ...group, memberIsAdmin } }
}

export type FoundGroup = NonNullable<Awaited<ReturnType<typeof findGroupById>>>

/** Returns the id of the group with this slug. */
export async function findGroupId({ db }: { db: Database }, slug: string) {
  const [row] = await db.select({ id: groups.id }).from(groups).where(eq(groups.slug, slug))
  return row?.id
}

/** Returns whether a slug is used by a group, deleted or not, or reserved for one awaiting its owner. */
export async function isSlugTaken(db: Database, slug: string, now: Date): Promise<boolean> {
  const isGroups = await db.$count(allGroups, eq(allGroups.slug, slug))
  return isGroups > 0 || isSlugWaiting(db, slug, now)
}

/**
 * Returns whether a slug is reserved for a group awaiting its owner: for seven days, and while a payment
 * for it is in progress or was made.
 */
export async function isSlugWaiting(db: Database, slug: string, now: Date): Promise<boolean> {
  return (await db.$count(signups, and(eq(signups.slug, slug), isPendingSignup(now)))) > 0
}

/** Lists the groups a golfer belongs to, ordered by name. */
export async function listGroupsOf(db: Database, holder: SessionHolder) {
  const mine = db
    .select({ groupId: groupMembers.groupId })
    .from(groupMembers)
    .where(eq(groupMembers.golferId, holder.golferId))
    .as('mine')
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
      expiryDate: groups.expiryDate,
      subscriptionStatus: groups.subscriptionStatus,
      renews: groups.renews,
    })
    .from(groups)
    .innerJoin(mine, eq(mine.groupId, groups.id))
    .innerJoin(golfers, eq(golfers.id, groups.ownerId))
    .orderBy(asc(groups.name), asc(groups.id))
}

/**
 * Locks a slug until the end of the transaction, and returns whether it is free. Groups and signups are two
 * tables, which one unique index cannot span.
 */
export async function lockSlug(tx: Queries, slug: string, now: Date): Promise<boolean> {
  await withAdvisoryLock(tx, `slug:${slug}`)
  const isIts = eq(signups.slug, slug)
  await tx.delete(signups).where(and(isIts, not(isPendingSignup(now))))
  const taken =
    (await tx.$count(allGroups, eq(allGroups.slug, slug))) + (await tx.$count(signups, isIts))
  return taken === 0
}

interface NewGroup {
  name: string
  slug: string
  description?: string | null | undefined
  ownerId: number
  timeZone: string
  homePlace?: string
  units: Units
  expiryDate?: Date | null
}

/**
 * Inserts a group with its owner as first member. Returns the id; undefined when the owner is deleted, or
 * the slug is used by another group or reserved for one.
 */
export async function insertGroup(db: Queries, group: NewGroup, now: Date) {
  return db.transaction(async (tx) => {
    // Blocks the deletion of the owner's account, which looks for groups under this lock.
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
 * Locks how many groups a golfer owns until the end of the transaction, and returns the number; undefined
 * once the account is deleted. Deleted groups count while they can be restored. Otherwise creating and
 * deleting groups repeatedly could take any number of slugs.
 */
export async function lockOwnedCount(tx: Queries, golferId: number) {
  const [golfer] = await tx
    .select({ id: golfers.id })
    .from(golfers)
    .where(isAccount(golferId))
    .for('no key update')
  // A separate statement, so that it sees what was committed while this one waited for the lock.
  return golfer && tx.$count(allGroups, eq(allGroups.ownerId, golferId))
}

const settingsColumns = {
  id: allGroups.id,
  slug: allGroups.slug,
  name: allGroups.name,
  description: allGroups.description,
  timeZone: allGroups.timeZone,
  homePlace: allGroups.homePlace,
  units: allGroups.units,
  guestsPerPlayer: allGroups.guestsPerPlayer,
  version: allGroups.version,
}

/** The settings that an owner may change. */
export interface GroupSettings {
  name: string
  description: string | null
  timeZone: string
  homePlace: string | null
  units: Units
  guestsPerPlayer: number
}

/** Returns a group's settings, locked until the end of the transaction. */
export async function lockSettings(tx: Queries, owner: GroupOwner) {
  const [row] = await tx
    .select({ ...settingsColumns, ownerId: allGroups.ownerId })
    .from(allGroups)
    .where(and(eq(allGroups.id, owner.groupId), isNull(allGroups.deletedAt)))
    .for('no key update')
  return row
}

export async function saveSettings(tx: Queries, owner: GroupOwner, settings: GroupSettings) {
  const [row] = await tx
    .update(allGroups)
    .set({ ...settings, version: sql`${allGroups.version} + 1` })
    .where(eq(allGroups.id, owner.groupId))
    .returning(settingsColumns)
  return row
}

/** Inserts a signup whose slug is locked. Returns its id. Must run within a transaction. */
export async function insertSignup(tx: Queries, signup: typeof signups.$inferInsert) {
  const [row] = await tx.insert(signups).values(signup).returning({ id: signups.id })
  if (row === undefined) throw new Error('A signup was not stored')
  return row.id
}

/**
 * Returns a signup, locked until the end of the transaction. With `now`, it must still be waiting; without,
 * it may have expired, as long as its slug has not been taken.
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

/** Deletes signups that have expired and are not being paid for. Returns how many. */
export async function deleteExpiredSignups(db: Database, now: Date): Promise<number> {
  const dead = await db.delete(signups).where(and(lte(signups.expiresAt, now), not(isBeingPaidFor)))
  return dead.rowCount ?? 0
}

/** Records in the audit log what a member did in a group, in the transaction that does it. */
export function recordInGroup(
  ctx: Pick<Context, 'clock'>,
  tx: Queries,
  { golferId: actorId, group }: Pick<GroupMember, 'golferId' | 'group'>,
  action: AuditAction,
  affectedId?: number,
): Promise<void> {
  const affected = affectedId !== undefined && { golferId: affectedId }
  return recordAction(ctx, tx, { actorId, action, group, ...affected })
}
