import { integer, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core'

/** Saved alerts: tee times that members want to hear about first. Deleted with the membership. */
export const savedAlerts = pgTable('saved_alerts', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  golferId: integer('golfer_id').notNull(),
  /** Days of the week, numbered as in ISO 8601. */
  days: smallint().array().notNull(),
  /** Local to the group, 24-hour `HH:MM`; null for any time. */
  notBefore: text('not_before'),
  notAfter: text('not_after'),
  /** Words that the course name contains; null for any course. */
  course: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
