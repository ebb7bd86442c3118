import { and, asc, eq, sql } from 'drizzle-orm'
import { type GroupMember, groupMembers, groups } from '../../groups/index.ts'
import type { SessionHolder } from '../../identity/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { standingWishes } from './schema.ts'

const columns = {
  id: standingWishes.id,
  days: standingWishes.days,
  notBefore: standingWishes.notBefore,
  notAfter: standingWishes.notAfter,
  course: standingWishes.course,
}

const ofMember = ({ groupId, golferId }: GroupMember) =>
  and(eq(standingWishes.groupId, groupId), eq(standingWishes.golferId, golferId))

/** Lists a member's own saved alerts, in the order they were created. */
export async function listWishes(db: Queries, member: GroupMember) {
  return db
    .select(columns)
    .from(standingWishes)
    .where(ofMember(member))
    .orderBy(asc(standingWishes.id))
}

/** Locks a membership, so that nobody adds saved alerts to it. Returns false once it is gone. */
export async function lockWisher(
  tx: Queries,
  { groupId, golferId }: GroupMember,
): Promise<boolean> {
  const places = await tx
    .select({ id: groupMembers.id })
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.golferId, golferId)))
    .for('no key update')
  return places.length > 0
}

export async function insertWish(
  tx: Queries,
  { groupId, golferId }: GroupMember,
  wish: Omit<typeof standingWishes.$inferInsert, 'id' | 'groupId' | 'golferId'>,
): Promise<void> {
  await tx.insert(standingWishes).values({ ...wish, groupId, golferId })
}

export async function deleteWish(db: Database, member: GroupMember, wishId: number): Promise<void> {
  await db.delete(standingWishes).where(and(ofMember(member), eq(standingWishes.id, wishId)))
}

/** Lists a golfer's own saved alerts in all groups. */
export async function listOwnWishes(db: Queries, { golferId }: Pick<SessionHolder, 'golferId'>) {
  return db
    .select({
      groupName: groups.name,
      days: standingWishes.days,
      notBefore: standingWishes.notBefore,
      notAfter: standingWishes.notAfter,
      course: standingWishes.course,
    })
    .from(standingWishes)
    .innerJoin(groups, eq(groups.id, standingWishes.groupId))
    .where(eq(standingWishes.golferId, golferId))
    .orderBy(asc(sql`lower(${groups.name})`), asc(standingWishes.id))
}
