import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The link from which a golfer's calendar programs read. It is deleted with the account. */
export const calendarFeeds = pgTable('calendar_feeds', {
  golferId: integer('golfer_id').primaryKey(),
  /** SHA-256 of the token, in hex. The token itself is shown once and not stored. */
  tokenHash: text('token_hash').notNull(),
  createdAt: timestamp('made_at', { withTimezone: true }).notNull(),
})
