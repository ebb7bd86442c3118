import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What is done with a spot by text. */
export type Action = 'in' | 'out' | 'wait'

/** Texts that came in. A provider that delivers one twice finds it here. */
export const incomingTexts = pgTable(
  'incoming_texts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Twilio's MessageSid, or the outbox's own. */
    providerId: text('provider_id').notNull().unique(),
    /** E.164; empty, as the words are, once it is long ago or the account is deleted. */
    number: text().notNull(),
    body: text().notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('incoming_texts_number_idx').on(table.number, table.id),
    index('incoming_texts_received_at_idx').on(table.receivedAt),
  ],
)

/** The list that was last sent to a number, for '1' and '2' to choose from. */
export const textLists = pgTable('text_lists', {
  /** E.164. */
  number: text().primaryKey(),
  /** What a choice does. */
  action: text().$type<Action>().notNull(),
  /** In the order of the list; who may act on each is asked again when it is chosen. */
  teeTimeIds: integer('tee_time_ids').array().notNull(),
  /** Whose list it is, for each tee time. */
  golferIds: integer('golfer_ids').array().notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  /** When a choice was made, or something else was texted: nothing is chosen from it after that. */
  endedAt: timestamp('ended_at', { withTimezone: true }),
})
