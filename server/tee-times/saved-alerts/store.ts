import { and, asc, eq, sql } from 'drizzle-orm'
import { type GroupMember, groupMembers, groups } from '../../groups/index.ts'
import type { SessionHolder } from '../../identity/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { savedAlerts } from '../schema.ts'

const columns = {
  id: savedAlerts.id,
  days: savedAlerts.days,
  notBefore: savedAlerts.notBefore,
  notAfter: savedAlerts.notAfter,
  course: savedAlerts.course,
}

const ofMember = ({ groupId, golferId }: GroupMember) =>
  and(eq(savedAlerts.groupId, groupId), eq(savedAlerts.golferId, golferId))

/** Lists a member's own saved alerts, in the order they were created. */
export async function listSavedAlerts(db: Queries, member: GroupMember) {
  return db.select(columns).from(savedAlerts).where(ofMember(member)).orderBy(asc(savedAlerts.id))
}

/** Locks a membership, so that nobody adds saved alerts to it. Returns false once it is gone. */
export async function lockSavedAlertMember(
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

export async function insertSavedAlert(
  tx: Queries,
  { groupId, golferId }: GroupMember,
  savedAlert: Omit<typeof savedAlerts.$inferInsert, 'id' | 'groupId' | 'golferId'>,
): Promise<void> {
  await tx.insert(savedAlerts).values({ ...savedAlert, groupId, golferId })
}

export async function deleteSavedAlertRow(
  db: Database,
  member: GroupMember,
  savedAlertId: number,
): Promise<void> {
  await db.delete(savedAlerts).where(and(ofMember(member), eq(savedAlerts.id, savedAlertId)))
}

/** Lists a golfer's own saved alerts in all groups. */
export async function listOwnSavedAlerts(
  db: Queries,
  { golferId }: Pick<SessionHolder, 'golferId'>,
) {
  return db
    .select({
      groupName: groups.name,
      days: savedAlerts.days,
      notBefore: savedAlerts.notBefore,
      notAfter: savedAlerts.notAfter,
      course: savedAlerts.course,
    })
    .from(savedAlerts)
    .innerJoin(groups, eq(groups.id, savedAlerts.groupId))
    .where(eq(savedAlerts.golferId, golferId))
    .orderBy(asc(sql`lower(${groups.name})`), asc(savedAlerts.id))
}
