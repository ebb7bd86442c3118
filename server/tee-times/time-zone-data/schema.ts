import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** A single row: the version of the time-zone rules that tee-time instants were computed with. */
export const timeZoneData = pgTable('time_zone_data', {
  id: boolean().primaryKey().default(true),
  /** A version such as '2026a'; later ones sort later. It never decreases. */
  version: text().notNull(),
  /** When a process first used these rules. */
  adoptedAt: timestamp('adopted_at', { withTimezone: true }).notNull(),
  /** When all upcoming tee times had been checked against these rules; null until then. */
  recomputedAt: timestamp('recomputed_at', { withTimezone: true }),
})
