import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { allGroups } from '../groups/tables.ts'
import { teeTimes } from '../tee-times/tables.ts'

/** Groups that watch the weather, with their limits; null for what does not matter to them. */
export const weatherWatches = pgTable(
  'weather_watches',
  {
    groupId: integer('group_id')
      .primaryKey()
      .references(() => allGroups.id, { onDelete: 'cascade' }),
    /** Percent. */
    rain: integer(),
    /** Kilometres an hour. */
    wind: integer(),
    /** Degrees Celsius. */
    cold: integer(),
  },
  (table) => [
    check('weather_watches_rain_range', sql`${table.rain} between 10 and 100`),
    check('weather_watches_wind_range', sql`${table.wind} between 10 and 120`),
    check('weather_watches_cold_range', sql`${table.cold} between -30 and 25`),
  ],
)

/** Tee times whose forecast was read on the evening before. */
export const weatherChecks = pgTable(
  'weather_checks',
  {
    teeTimeId: integer('tee_time_id')
      .notNull()
      .references(() => teeTimes.id, { onDelete: 'cascade' }),
    /** Local to the group: one that is moved to another day is looked at again. */
    date: text().notNull(),
    checkedAt: timestamp('checked_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teeTimeId, table.date] }),
    index('weather_checks_checked_at_idx').on(table.checkedAt),
  ],
)
