import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What is done with a spot by text. */
export type Action = 'in' | 'out' | 'wait'

/** Texts that came in. A provider that delivers one twice finds it here. */
export const incomingTexts = pgTable('incoming_texts', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Twilio's MessageSid, or the outbox's own. */
  providerId: text('provider_id').notNull(),
  /** E.164; empty, as the words are, once it is long ago or the account is deleted. */
  number: text().notNull(),
  body: text().notNull(),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
})

/** The list that was last sent to a number, for '1' and '2' to choose from. */
export const textLists = pgTable('text_lists', {
  /** E.164. */
  number: text().primaryKey(),
  /** What a choice does. */
  action: text().$type<Action>().notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  /** When a choice was made, or something else was texted: nothing is chosen from it after that. */
  endedAt: timestamp('ended_at', { withTimezone: true }),
})

/** The numbered lines of a list: a tee time, and the account it is listed for. */
export const textListLines = pgTable('text_list_lines', {
  /** Of the list. */
  number: text().notNull(),
  /** From 1. */
  line: integer().notNull(),
  /** Who may act on it is checked again when it is chosen. */
  teeTimeId: integer('tee_time_id').notNull(),
  golferId: integer('golfer_id').notNull(),
})
