import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'

/** The address at which a golfer's calendar programs read; a migration deletes it with the account. */
export const calendarFeeds = pgTable('calendar_feeds', {
  golferId: integer('golfer_id')
    .primaryKey()
    .references(() => golfers.id, { onDelete: 'cascade' }),
  /** SHA-256 of the token, in hex: the token itself is given out once and not kept. */
  tokenHash: text('token_hash').notNull().unique(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
})
