import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { OutboxChannel } from '../../../contract/messages.ts'

/** Messages stored instead of being sent: the outbox of local mode. */
export const messages = pgTable('messages', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  channel: text().$type<OutboxChannel>().notNull(),
  /** An email address or a phone number. */
  recipient: text().notNull(),
  /** The golfer with that address; null if none, or once the golfer is deleted. */
  golferId: integer('golfer_id'),
  /** Only emails have one. */
  subject: text(),
  body: text().notNull(),
  html: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** Identifies the message: sending a known key again changes nothing. */
  key: text().notNull(),
})
