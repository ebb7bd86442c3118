import { date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The provider's search results. `answer` and `foundAt` are null if no search has succeeded yet. */
export const weatherPlaces = pgTable('weather_places', {
  /** The name as it was searched for, in lower case: 'st. andrews'. */
  name: text().primaryKey(),
  answer: jsonb('places').$type<unknown>(),
  foundAt: timestamp('found_at', { withTimezone: true }),
  failedAt: timestamp('failed_at', { withTimezone: true }),
})

export const weatherForecasts = pgTable('weather_forecasts', {
  /** Latitude and longitude with two decimals: '51.05,-114.09'. */
  coordinates: text().notNull(),
  date: date({ mode: 'string' }).notNull(),
  answer: jsonb('hours').$type<unknown>(),
  foundAt: timestamp('found_at', { withTimezone: true }),
  failedAt: timestamp('failed_at', { withTimezone: true }),
})

/** The weather limits of groups. A limit that is null is off. */
export const weatherWatches = pgTable('weather_watches', {
  groupId: integer('group_id').primaryKey(),
  /** Percent. */
  rain: integer(),
  /** Kilometers per hour. */
  wind: integer(),
  /** Degrees Celsius. */
  cold: integer(),
})

/** Tee times for which the forecast was checked on the evening before. */
export const weatherChecks = pgTable('weather_checks', {
  teeTimeId: integer('tee_time_id').notNull(),
  groupId: integer('group_id').notNull(),
  /** In the group's time zone. If a tee time moves to another day, it is checked again. */
  date: date({ mode: 'string' }).notNull(),
  checkedAt: timestamp('checked_at', { withTimezone: true }).notNull(),
})
