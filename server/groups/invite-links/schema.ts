import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const inviteLinks = pgTable('invite_links', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  /** Stored unhashed, because it is shown again. It only lets its bearer ask to join. */
  token: text().notNull(),
  createdBy: integer('created_by').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  revokedAt: timestamp('revoked_at', { withTimezone: true }),
})

export const joinRequests = pgTable('join_requests', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  /** The golfer whose session asked; null for a visitor, whose address may or may not have an account. */
  golferId: integer('golfer_id'),
  name: text().notNull(),
  email: text().notNull(),
  phone: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  decidedAt: timestamp('decided_at', { withTimezone: true }),
  decision: text().$type<'accepted' | 'declined'>(),
})
