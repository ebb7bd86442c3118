import { date, integer, pgTable, timestamp } from 'drizzle-orm/pg-core'

/** The limits of groups that watch the weather. Null means that a limit is off. */
export const weatherWatches = pgTable('weather_watches', {
  groupId: integer('group_id').primaryKey(),
  /** Percent. */
  rain: integer(),
  /** Kilometers per hour. */
  wind: integer(),
  /** Degrees Celsius. */
  cold: integer(),
})

/** Tee times whose forecast was checked on the evening before. */
export const weatherChecks = pgTable('weather_checks', {
  teeTimeId: integer('tee_time_id').notNull(),
  /** Local to the group. A tee time moved to another day is checked again. */
  date: date({ mode: 'string' }).notNull(),
  checkedAt: timestamp('checked_at', { withTimezone: true }).notNull(),
})
