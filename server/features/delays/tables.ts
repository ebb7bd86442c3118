import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'
import { teeTimes } from '../tee-times/tables.ts'

/** The last delay of a tee time; of one that was edited since, `startsAt` is not its tee-off any more. */
export const teeTimeDelays = pgTable(
  'tee_time_delays',
  {
    teeTimeId: integer('tee_time_id')
      .primaryKey()
      .references(() => teeTimes.id, { onDelete: 'cascade' }),
    /** Tee-off before and after. */
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    delayedAt: timestamp('delayed_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('tee_time_delays_delayed_at_idx').on(table.delayedAt)],
)

/** Players who told the others of a tee time that they are running late: the last time each. */
export const lateNotices = pgTable(
  'late_notices',
  {
    teeTimeId: integer('tee_time_id')
      .notNull()
      .references(() => teeTimes.id, { onDelete: 'cascade' }),
    golferId: integer('golfer_id')
      .notNull()
      .references(() => golfers.id),
    minutes: integer().notNull(),
    toldAt: timestamp('told_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teeTimeId, table.golferId] }),
    index('late_notices_golfer_id_idx').on(table.golferId),
    index('late_notices_told_at_idx').on(table.toldAt),
    check('late_notices_minutes_known', sql`${table.minutes} in (10, 20, 30)`),
  ],
)
