import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { OutboxChannel } from '../../../contract/messages.ts'
import { golfers } from '../golfers/tables.ts'

/** What would have left the house, kept instead: the outbox of local mode. */
export const messages = pgTable(
  'messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    channel: text().$type<OutboxChannel>().notNull(),
    /** An email address or a phone number. */
    recipient: text().notNull(),
    /** Whose address that is; none once the golfer is deleted. */
    golferId: integer('golfer_id').references(() => golfers.id, { onDelete: 'set null' }),
    /** Emails alone have one. */
    subject: text(),
    body: text().notNull(),
    html: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** A message with the key of an earlier one is that message, sent again. */
    key: text().notNull().unique(),
  },
  (table) => [
    index('messages_golfer_id_idx').on(table.golferId, table.id),
    // The latest texts for the pretend phones, the latest mails for the inboxes.
    index('messages_channel_idx').on(table.channel, table.id),
    check('messages_channel_known', sql`${table.channel} in ('email', 'text')`),
    check(
      'messages_email_has_subject',
      sql`${table.channel} = 'text' or ${table.subject} is not null`,
    ),
  ],
)
