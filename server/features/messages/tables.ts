import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { OutboxChannel } from '../../../contract/messages.ts'

/** What would have left the house, kept instead: the outbox of local mode. */
export const messages = pgTable('messages', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  channel: text().$type<OutboxChannel>().notNull(),
  /** An email address or a phone number. */
  recipient: text().notNull(),
  /** Whose address that is; none once the golfer is deleted. */
  golferId: integer('golfer_id'),
  /** Emails alone have one. */
  subject: text(),
  body: text().notNull(),
  html: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** A message with the key of an earlier one is that message, sent again. */
  key: text().notNull(),
})
