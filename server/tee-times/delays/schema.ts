import { integer, pgTable, timestamp } from 'drizzle-orm/pg-core'

/** The last delay of a tee time. If it was edited since, `startsAt` is no longer its tee-off. */
export const teeTimeDelays = pgTable('tee_time_delays', {
  teeTimeId: integer('tee_time_id').primaryKey(),
  /** Tee-off before and after. */
  startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
  startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
  delayedAt: timestamp('delayed_at', { withTimezone: true }).notNull(),
})

/** When each player last notified the others that they are running late. */
export const lateNotices = pgTable('late_notices', {
  teeTimeId: integer('tee_time_id').notNull(),
  golferId: integer('golfer_id').notNull(),
  minutes: integer().notNull(),
  notifiedAt: timestamp('notified_at', { withTimezone: true }).notNull(),
})
