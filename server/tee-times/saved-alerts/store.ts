import { and, asc, eq } from 'drizzle-orm'
import type { GroupMember } from '../../groups/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { savedAlerts } from '../schema.ts'

const ofMember = ({ groupId, golferId }: GroupMember) =>
  and(eq(savedAlerts.groupId, groupId), eq(savedAlerts.golferId, golferId))

export function listSavedAlerts(db: Queries, member: GroupMember) {
  const { id, days, notBefore, notAfter, course } = savedAlerts
  return db
    .select({ id, days, notBefore, notAfter, course })
    .from(savedAlerts)
    .where(ofMember(member))
    .orderBy(asc(id))
}

export async function insertSavedAlert(tx: Queries, savedAlert: typeof savedAlerts.$inferInsert) {
  await tx.insert(savedAlerts).values(savedAlert)
}

export async function deleteSavedAlertRow(db: Database, member: GroupMember, savedAlertId: number) {
  await db.delete(savedAlerts).where(and(ofMember(member), eq(savedAlerts.id, savedAlertId)))
}
