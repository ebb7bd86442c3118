import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AuditAction } from '../../../contract/audit.ts'

/** What admins, owners and super admins did. Golfers are looked up, so that a deleted one is nameless. */
export const auditEntries = pgTable('audit_entries', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  actorId: integer('actor_id'),
  action: text().$type<AuditAction>().notNull(),
  /** No reference: the entry outlives its group. */
  groupId: integer('group_id'),
  groupName: text('group_name'),
  /** Whom it was done to. */
  golferId: integer('golfer_id'),
  detail: text(),
})
