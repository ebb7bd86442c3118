import { date, integer, pgTable, timestamp } from 'drizzle-orm/pg-core'

/** Groups that watch the weather, with their limits; null for what does not matter to them. */
export const weatherWatches = pgTable('weather_watches', {
  groupId: integer('group_id').primaryKey(),
  /** Percent. */
  rain: integer(),
  /** Kilometres an hour. */
  wind: integer(),
  /** Degrees Celsius. */
  cold: integer(),
})

/** Tee times whose forecast was read on the evening before. */
export const weatherChecks = pgTable('weather_checks', {
  teeTimeId: integer('tee_time_id').notNull(),
  /** Local to the group: one that is moved to another day is looked at again. */
  date: date({ mode: 'string' }).notNull(),
  checkedAt: timestamp('checked_at', { withTimezone: true }).notNull(),
})
