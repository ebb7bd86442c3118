import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'
import { teeTimes } from '../tee-times/tables.ts'

/** Who comes along with a player; a guest has no account. */
export const guests = pgTable(
  'guests',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    teeTimeId: integer('tee_time_id')
      .notNull()
      .references(() => teeTimes.id, { onDelete: 'cascade' }),
    hostId: integer('host_id')
      .notNull()
      .references(() => golfers.id),
    name: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('guests_tee_time_id_idx').on(table.teeTimeId, table.id),
    index('guests_host_id_idx').on(table.hostId),
    check('guests_name_length', sql`char_length(${table.name}) between 2 and 100`),
  ],
)
