import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AuditAction } from '../../../contract/audit.ts'
import { golfers } from '../golfers/tables.ts'

/** What admins, owners and super admins did. Golfers are looked up, so that a deleted one is nameless. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    actorId: integer('actor_id').references(() => golfers.id),
    action: text().$type<AuditAction>().notNull(),
    /** No reference: the entry outlives its group. */
    groupId: integer('group_id'),
    groupName: text('group_name'),
    /** Whom it was done to. */
    golferId: integer('golfer_id').references(() => golfers.id),
    detail: text(),
  },
  (table) => [
    index('audit_entries_at_idx').on(table.at, table.id),
    index('audit_entries_actor_id_idx').on(table.actorId),
    index('audit_entries_golfer_id_idx').on(table.golferId),
    index('audit_entries_group_id_idx').on(table.groupId),
    // Searching: by what was done, and for any part of a group's name or of the detail.
    index('audit_entries_action_idx').on(table.action),
    index('audit_entries_group_name_parts_idx').using(
      'gin',
      sql`lower(${table.groupName}) gin_trgm_ops`,
    ),
    index('audit_entries_detail_parts_idx').using('gin', sql`lower(${table.detail}) gin_trgm_ops`),
  ],
)
