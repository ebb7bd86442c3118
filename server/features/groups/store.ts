import { and, asc, eq, gt, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/database.ts'
import { preparedFor } from '../../platform/database/prepared.ts'
import { takeTurns } from '../../platform/database/take-turns.ts'
import { isWaiting } from '../billing/tables.ts'
import { golfers } from '../golfers/tables.ts'
import { groupMembers, placeOf } from '../members/tables.ts'
import type { Golfer, SessionHolder, SessionKey } from '../sessions/gate.ts'
import { holderColumns, isLiveSession, sessions } from '../sessions/tables.ts'
import { signups } from '../signups/tables.ts'
import { openSpots, teeTimes } from '../tee-times/tables.ts'
import type { GroupOwner, GroupViewer } from './gate.ts'
import { allGroups, groupColumns, groups } from './tables.ts'

/** What finds a group: with a golfer's place in it, and with a session and its golfer's place. */
function finders(by: SQL, name: string) {
  const memberIsAdmin = groupMembers.isAdmin
  return {
    ofGolfer: preparedFor((db) =>
      db
        .select({ ...groupColumns, memberIsAdmin })
        .from(groups)
        .leftJoin(groupMembers, placeOf(sql.placeholder('golferId')))
        .where(by)
        .prepare(name),
    ),
    ofSession: preparedFor((db) =>
      db
        .select({ holder: holderColumns, group: groupColumns, memberIsAdmin })
        .from(sessions)
        .innerJoin(golfers, eq(golfers.id, sessions.golferId))
        .leftJoin(groups, by)
        .leftJoin(groupMembers, placeOf(golfers.id))
        .where(isLiveSession)
        .prepare(`${name}_of_session`),
    ),
  }
}
const bySlug = finders(eq(groups.slug, sql.placeholder('slug')), 'find_group_by_slug')
const byId = finders(eq(groups.id, sql.placeholder('groupId')), 'find_group_by_id')

/** A group and, where this golfer is a member of it, whether as an admin. */
export async function findGroupBySlug(db: Database, { golferId }: Golfer, slug: string) {
  const [row] = await bySlug.ofGolfer(db).execute({ golferId, slug })
  return row
}

/** As {@link findGroupBySlug}, by id. */
export async function findGroupById(db: Database, { golferId }: Golfer, groupId: number) {
  const [row] = await byId.ofGolfer(db).execute({ golferId, groupId })
  return row
}

/** A session and, for its golfer, as {@link findGroupBySlug}. */
export async function findSessionAndGroupBySlug(db: Database, session: SessionKey, slug: string) {
  const [row] = await bySlug.ofSession(db).execute({ ...session, slug })
  return row && foundWith(row)
}

/** As {@link findSessionAndGroupBySlug}, by id. */
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

export async function findGroupId(db: Database, slug: string): Promise<number | undefined> {
  const [row] = await db.select({ id: groups.id }).from(groups).where(eq(groups.slug, slug))
  return row?.id
}

/** Whether a slug is a group's, deleted or not, or held for one that waits for its owner. */
export async function isSlugTaken(db: Database, slug: string, now: Date): Promise<boolean> {
  const isGroups = await db.$count(allGroups, eq(allGroups.slug, slug))
  return isGroups > 0 || isSlugWaiting(db, slug, now)
}

/**
 * Whether a slug is held for a group that waits for its owner: for seven days, and as long as it is
 * being paid for.
 */
export async function isSlugWaiting(db: Database, slug: string, now: Date): Promise<boolean> {
  return (await db.$count(signups, and(eq(signups.slug, slug), isWaiting(now)))) > 0
}

/** The three figures on a group's home, over the tee times to come. */
export async function readFigures(db: Database, viewer: GroupViewer, endedBefore: Date) {
  const toCome = and(
    eq(teeTimes.groupId, viewer.groupId),
    isNull(teeTimes.cancelledAt),
    isNull(teeTimes.archivedAt),
    gt(teeTimes.startsAt, endedBefore),
  )
  const { rows } = await db.execute<{
    active_times: number
    open_spots: number
    member_count: number
    owner_name: string
  }>(sql`
    select count(*)::int as active_times,
      coalesce(sum(${openSpots}), 0)::int as open_spots,
      (select count(*)::int from ${groupMembers} where ${groupMembers.groupId} = ${viewer.groupId})
        as member_count,
      (select ${golfers.name} from ${groups} join ${golfers} on ${golfers.id} = ${groups.ownerId}
        where ${groups.id} = ${viewer.groupId}) as owner_name
    from ${teeTimes} where ${toCome}`)
  const [row] = rows
  return {
    activeTimes: row?.active_times ?? 0,
    openSpots: row?.open_spots ?? 0,
    memberCount: row?.member_count ?? 0,
    ownerName: row?.owner_name ?? '',
  }
}

/** The groups a golfer belongs to, by name. */
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
      memberCount: sql<number>`(select count(*)::int from ${groupMembers} where ${groupMembers.groupId} = ${groups.id})`,
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
 * Whether a slug is free. Until the end of the transaction nobody else is given it: groups and signups
 * are two tables, which one unique index cannot span.
 */
export async function holdSlug(tx: Queries, slug: string, now: Date): Promise<boolean> {
  await takeTurns(tx, `slug:${slug}`)
  const isIts = eq(signups.slug, slug)
  await tx.delete(signups).where(and(isIts, not(isWaiting(now))))
  const taken =
    (await tx.$count(allGroups, eq(allGroups.slug, slug))) + (await tx.$count(signups, isIts))
  return taken === 0
}

export interface NewGroup {
  name: string
  slug: string
  description?: string | null | undefined
  ownerId: number
  timeZone: string
  homePlace?: string
  expiryDate?: Date | null
}

/**
 * Stores a group with its owner as first member; answers the id, or undefined when the slug is another
 * group's or held for one that waits.
 */
export async function insertGroup(
  db: Queries,
  group: NewGroup,
  now: Date,
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    // Holds off the deletion of the owner's account, which looks for groups under this lock.
    const [owner] = await tx
      .select({ id: golfers.id })
      .from(golfers)
      .where(and(eq(golfers.id, group.ownerId), isNull(golfers.deletedAt)))
      .for('key share')
    if (owner === undefined) return undefined
    if (!(await holdSlug(tx, group.slug, now))) return undefined
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
 * How many groups a golfer owns, which cannot change until the end of the transaction; undefined once
 * the account is deleted. Deleted groups count while they can be restored: making and deleting groups
 * again and again would take slugs without end.
 */
export async function lockOwner(
  tx: Queries,
  holder: Pick<SessionHolder, 'golferId'>,
): Promise<number | undefined> {
  const [golfer] = await tx
    .select({ id: golfers.id })
    .from(golfers)
    .where(and(eq(golfers.id, holder.golferId), isNull(golfers.deletedAt)))
    .for('no key update')
  // In a statement of its own, which sees what was committed while this one waited.
  return golfer && tx.$count(allGroups, eq(allGroups.ownerId, holder.golferId))
}

const settingsColumns = {
  id: allGroups.id,
  slug: allGroups.slug,
  name: allGroups.name,
  description: allGroups.description,
  timeZone: allGroups.timeZone,
  homePlace: allGroups.homePlace,
  guestsPerPlayer: allGroups.guestsPerPlayer,
  version: allGroups.version,
}

/** What an owner may change. */
export interface Settings {
  name: string
  description: string | null
  timeZone: string
  homePlace: string | null
  guestsPerPlayer: number
}

/** A group's settings as they are until the end of the transaction. */
export async function lockSettings(tx: Queries, owner: GroupOwner) {
  const [row] = await tx
    .select({ ...settingsColumns, ownerId: allGroups.ownerId })
    .from(allGroups)
    .where(and(eq(allGroups.id, owner.groupId), isNull(allGroups.deletedAt)))
    .for('no key update')
  return row
}

export async function saveSettings(tx: Queries, owner: GroupOwner, settings: Settings) {
  const [row] = await tx
    .update(allGroups)
    .set({ ...settings, version: sql`${allGroups.version} + 1` })
    .where(eq(allGroups.id, owner.groupId))
    .returning(settingsColumns)
  return row
}

export interface LocalTime {
  id: number
  date: string
  time: string
  startsAt: Date
}

/** The local dates and times of a group's tee times. */
export function listTeeTimes(tx: Queries, owner: GroupOwner) {
  return tx
    .select({
      id: teeTimes.id,
      date: teeTimes.date,
      time: teeTimes.time,
      startsAt: teeTimes.startsAt,
    })
    .from(teeTimes)
    .where(
      and(
        eq(teeTimes.groupId, owner.groupId),
        isNull(teeTimes.cancelledAt),
        isNull(teeTimes.archivedAt),
      ),
    )
    .orderBy(asc(teeTimes.id))
    .$dynamic()
}

/** As {@link listTeeTimes}; nobody changes them until the transaction ends. */
export async function lockTeeTimes(tx: Queries, owner: GroupOwner): Promise<LocalTime[]> {
  return listTeeTimes(tx, owner).for('no key update')
}

/** Gives tee times another instant; their versions are the caller's part. */
export async function moveTeeTimes(
  tx: Queries,
  moved: readonly { id: number; startsAt: Date }[],
): Promise<void> {
  await tx.execute(sql`
    update ${teeTimes} set starts_at = moved."startsAt"
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved (id int, "startsAt" timestamptz)
    where ${teeTimes.id} = moved.id`)
}

/** A member of the group, who stays one until the end of the transaction. */
export async function holdMember(tx: Queries, owner: GroupOwner, golferId: number) {
  const [row] = await tx
    .select({ name: golfers.name })
    .from(groupMembers)
    .innerJoin(golfers, eq(golfers.id, groupMembers.golferId))
    .where(and(eq(groupMembers.groupId, owner.groupId), eq(groupMembers.golferId, golferId)))
    .for('key share', { of: groupMembers })
  return row
}

/** Gives the group to another member, both being its admins; false when it is the owner's no more. */
export async function handOver(
  tx: Queries,
  owner: GroupOwner,
  newOwnerId: number,
): Promise<boolean> {
  // Memberships before the group, as all do that lock both.
  await tx
    .update(groupMembers)
    .set({ isAdmin: true })
    .where(
      and(
        eq(groupMembers.groupId, owner.groupId),
        inArray(groupMembers.golferId, [owner.golferId, newOwnerId]),
      ),
    )
  const given = await tx
    .update(allGroups)
    .set({ ownerId: newOwnerId, version: sql`${allGroups.version} + 1` })
    .where(
      and(
        eq(allGroups.id, owner.groupId),
        eq(allGroups.ownerId, owner.golferId),
        isNull(allGroups.deletedAt),
      ),
    )
  return given.rowCount === 1
}
