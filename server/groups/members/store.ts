import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { golfers } from '../../identity/golfers/schema.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { spots, teeTimes, waitingList } from '../../tee-times/schema.ts'
import { touchTeeTimes } from '../../tee-times/spots/lock-tee-times.ts'
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

/** A golfer's membership in a group. */
export interface Place {
  readonly groupId: number
  readonly golferId: number
}

/** The result of adding a member: 'already' if they are one, 'gone' if their account is deleted. */
export type Admission = 'added' | 'already' | 'gone'

/** Adds a golfer to a group. An existing member stays unchanged. Must run within a transaction. */
export async function insertMember(
  db: Queries,
  member: { groupId: number; golferId: number; isAdmin: boolean },
): Promise<Admission> {
  // Check before locking: a golfer who is being deleted or removed right now is locked in another order.
  const [known] = await db
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .where(
      and(eq(groupMembers.groupId, member.groupId), eq(groupMembers.golferId, member.golferId)),
    )
  if (known !== undefined) return 'already'
  // Lock tee times before the golfer and the membership, as everywhere.
  const posted = await lockPosted(db, member)
  // Blocks the deletion of the account, which looks for memberships under this lock.
  const [golfer] = await db
    .select({ email: golfers.email })
    .from(golfers)
    .where(and(eq(golfers.id, member.golferId), isNull(golfers.deletedAt)))
    .for('key share')
  if (golfer === undefined) return 'gone'
  const added = await db.insert(groupMembers).values(member).onConflictDoNothing()
  // Their cards no longer show that the creator has left.
  if (added.rowCount === 1) await touchTeeTimes(db, posted)
  // However the golfer joined, open invitations are now pointless.
  await db
    .delete(invitations)
    .where(
      and(
        eq(invitations.groupId, member.groupId),
        eq(sql`lower(${invitations.email})`, sql`lower(${golfer.email})`),
        isNull(invitations.decision),
      ),
    )
  return added.rowCount === 1 ? 'added' : 'already'
}

/** Locks the tee times with a card that a golfer posted in a group, ordered by id. */
async function lockPosted(tx: Queries, { groupId, golferId }: Place): Promise<number[]> {
  const rows = await tx
    .select({ id: teeTimes.id })
    .from(teeTimes)
    .where(
      and(
        eq(teeTimes.groupId, groupId),
        eq(teeTimes.creatorId, golferId),
        isNull(teeTimes.cancelledAt),
        isNull(teeTimes.archivedAt),
      ),
    )
    .orderBy(asc(teeTimes.id))
    .for('no key update')
  return rows.map(({ id }) => id)
}

const isPlace = ({ groupId, golferId }: Place) =>
  and(eq(groupMembers.groupId, groupId), eq(groupMembers.golferId, golferId))

/** The tee times that change when a golfer leaves groups: upcoming ones, and those they posted. */
const changedByLeaving = (groupIds: readonly number[], golferId: number, now: Date) =>
  and(
    inArray(teeTimes.groupId, [...groupIds]),
    or(gt(teeTimes.startsAt, now), eq(teeTimes.creatorId, golferId)),
    isNull(teeTimes.cancelledAt),
    isNull(teeTimes.archivedAt),
  )

/**
 * Locks the tee times that change when a golfer leaves groups, ordered by id: the upcoming ones, and those
 * the golfer posted. Returns their ids.
 */
export async function lockTeeTimesOf(
  tx: Queries,
  { groupIds, golferId }: { groupIds: readonly number[]; golferId: number },
  now: Date,
): Promise<Set<number>> {
  const rows = await tx
    .select({ id: teeTimes.id })
    .from(teeTimes)
    .where(changedByLeaving(groupIds, golferId, now))
    .orderBy(asc(teeTimes.id))
    .for('no key update')
  return new Set(rows.map(({ id }) => id))
}

/**
 * Locks a membership, then its group, so that nobody posts in the group or transfers it until the end of
 * the transaction. Returns the group's owner; undefined for a golfer who is not a member.
 */
export async function lockPlace(tx: Queries, place: Place): Promise<number | undefined> {
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

/** Lists the tee times that change when a golfer leaves a group, and the golfer's part in each. */
export function listTeeTimesOf(tx: Queries, { groupId, golferId }: Place, now: Date) {
  const inSpots = tx.select({ id: spots.teeTimeId }).from(spots).where(eq(spots.golferId, golferId))
  const onWaitingList = tx
    .select({ id: waitingList.teeTimeId })
    .from(waitingList)
    .where(eq(waitingList.golferId, golferId))
  const hasSpot = and(
    gt(teeTimes.startsAt, now),
    or(inArray(teeTimes.id, inSpots), inArray(teeTimes.id, onWaitingList)),
  )
  return tx
    .select({
      id: teeTimes.id,
      isCreator: sql<boolean>`${eq(teeTimes.creatorId, golferId)}`,
      hasSpot: sql<boolean>`${hasSpot}`,
    })
    .from(teeTimes)
    .where(changedByLeaving([groupId], golferId, now))
    .orderBy(asc(teeTimes.id))
}

export async function deleteMember(tx: Queries, place: Place): Promise<void> {
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
