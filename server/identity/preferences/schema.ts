import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { AlertKind } from '../../../contract/alerts.ts'
import type { AlertChannel } from '../../../contract/preferences.ts'

/** What a golfer chose. Without a row, the defaults of contract/preferences.ts apply. */
export const preferences = pgTable('preferences', {
  golferId: integer('golfer_id').primaryKey(),
  /** The kinds that a channel was chosen for; the others use the default. */
  channels: jsonb().$type<Partial<Record<AlertKind, AlertChannel>>>().notNull().default({}),
  /** Local times `HH:MM`. */
  quietFrom: text('quiet_from').notNull().default('21:00'),
  quietTo: text('quiet_to').notNull().default('08:00'),
  /** IANA name; null for the time zone of the group that a message is about. */
  timeZone: text('time_zone'),
})
