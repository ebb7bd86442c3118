import { date, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * What the provider knew by a name, for all nodes and groups; an empty list is 'nothing of that name'.
 * `places` and `found_at` are null while the only thing known is that asking failed.
 */
export const weatherPlaces = pgTable('weather_places', {
  /** As searched for: 'st. andrews'. */
  name: text().primaryKey(),
  places: jsonb().$type<unknown>(),
  foundAt: timestamp('found_at', { withTimezone: true }),
  failedAt: timestamp('failed_at', { withTimezone: true }),
})

/** The hours of a date at a spot on the map, for all nodes and groups. */
export const weatherForecasts = pgTable('weather_forecasts', {
  /** Latitude and longitude with two decimals, '51.05,-114.09'. */
  coordinates: text().notNull(),
  date: date({ mode: 'string' }).notNull(),
  hours: jsonb().$type<unknown>(),
  foundAt: timestamp('found_at', { withTimezone: true }),
  failedAt: timestamp('failed_at', { withTimezone: true }),
})
