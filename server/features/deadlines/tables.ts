import { index, integer, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'
import { teeTimes } from '../tee-times/tables.ts'

/** Golfers who left a tee time after its cut-off: one row for each spot, until somebody takes it. */
export const onTheHook = pgTable(
  'on_the_hook',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    teeTimeId: integer('tee_time_id')
      .notNull()
      .references(() => teeTimes.id, { onDelete: 'cascade' }),
    golferId: integer('golfer_id')
      .notNull()
      .references(() => golfers.id),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('on_the_hook_tee_time_id_idx').on(table.teeTimeId, table.id),
    index('on_the_hook_golfer_id_idx').on(table.golferId),
    index('on_the_hook_since_idx').on(table.since),
  ],
)
