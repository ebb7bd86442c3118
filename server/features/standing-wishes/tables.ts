import { integer, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core'

/** Tee times that members would like to hear of first; they end with the membership. */
export const standingWishes = pgTable('standing_wishes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  golferId: integer('golfer_id').notNull(),
  /** Days of the week as ISO 8601 counts them. */
  days: smallint().array().notNull(),
  /** Local to the group, 24-hour `HH:MM`; null for any time. */
  notBefore: text('not_before'),
  notAfter: text('not_after'),
  /** Words that the course has; null for any course. */
  course: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
