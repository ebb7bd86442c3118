import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'
import { teeTimes } from '../tee-times/tables.ts'

/** Spots that the creator of a tee time holds for somebody, until they open by themselves. */
export const spotHolds = pgTable(
  'spot_holds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    teeTimeId: integer('tee_time_id')
      .notNull()
      .references(() => teeTimes.id, { onDelete: 'cascade' }),
    /** Null for somebody without an account in the group, who has a name alone. */
    golferId: integer('golfer_id').references(() => golfers.id),
    name: text(),
    heldUntil: timestamp('held_until', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('spot_holds_tee_time_id_golfer_id_key').on(table.teeTimeId, table.golferId),
    index('spot_holds_golfer_id_idx').on(table.golferId),
    index('spot_holds_held_until_idx').on(table.heldUntil),
    check(
      'spot_holds_for_one',
      sql`(${table.golferId} is null) <> (${table.name} is null) and char_length(${table.name}) between 2 and 100`,
    ),
  ],
)
