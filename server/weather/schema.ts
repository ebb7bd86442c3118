import { date, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * The provider's search results by name, shared by all nodes and groups. An empty list means that nothing
 * has that name. `places` and `found_at` are null if only a failed request is known.
 */
export const weatherPlaces = pgTable('weather_places', {
  /** As searched for, such as 'st. andrews'. */
  name: text().primaryKey(),
  places: jsonb().$type<unknown>(),
  foundAt: timestamp('found_at', { withTimezone: true }),
  failedAt: timestamp('failed_at', { withTimezone: true }),
})

/** The hourly forecasts of a date at a location, shared by all nodes and groups. */
export const weatherForecasts = pgTable('weather_forecasts', {
  /** Latitude and longitude with two decimals, '51.05,-114.09'. */
  coordinates: text().notNull(),
  date: date({ mode: 'string' }).notNull(),
  hours: jsonb().$type<unknown>(),
  foundAt: timestamp('found_at', { withTimezone: true }),
  failedAt: timestamp('failed_at', { withTimezone: true }),
})
