import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'
import { allGroups } from '../groups/tables.ts'

export const inviteLinks = pgTable(
  'invite_links',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    groupId: integer('group_id')
      .notNull()
      .references(() => allGroups.id, { onDelete: 'cascade' }),
    /** Kept as it is, to be shown again: whoever has it may only ask to join. */
    token: text().notNull().unique(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => golfers.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [
    index('invite_links_group_id_idx').on(table.groupId),
    index('invite_links_created_by_idx').on(table.createdBy),
  ],
)

export const joinRequests = pgTable(
  'join_requests',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    groupId: integer('group_id')
      .notNull()
      .references(() => allGroups.id, { onDelete: 'cascade' }),
    /** Whose session asked; none for a visitor, whose address may have an account or not. */
    golferId: integer('golfer_id').references(() => golfers.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    decision: text().$type<'accepted' | 'declined'>(),
  },
  (table) => [
    uniqueIndex('join_requests_open_key')
      .on(table.groupId, sql`lower(${table.email})`)
      .where(sql`${table.decidedAt} is null`),
    // Of all groups, for whoever downloads or deletes what is kept about them.
    index('join_requests_email_idx').on(sql`lower(${table.email})`),
    index('join_requests_group_id_idx').on(table.groupId),
    index('join_requests_golfer_id_idx').on(table.golferId),
    check('join_requests_decision_known', sql`${table.decision} in ('accepted', 'declined')`),
    check(
      'join_requests_decided_or_not',
      sql`(${table.decision} is null) = (${table.decidedAt} is null)`,
    ),
  ],
)
