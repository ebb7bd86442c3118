import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AuditAction } from '../../../contract/audit.ts'

/** Actions of admins, owners and super admins. Golfer names are joined, so a deleted golfer has none. */
export const auditEntries = pgTable('audit_entries', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  actorId: integer('actor_id'),
  action: text().$type<AuditAction>().notNull(),
  /** Not a foreign key: the entry outlives its group. */
  groupId: integer('group_id'),
  groupName: text('group_name'),
  /** The golfer affected by the action. */
  golferId: integer('golfer_id'),
  detail: text(),
})
