import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What a text can do with a spot. */
export type Action = 'in' | 'out' | 'wait'

/** Incoming texts, stored so that one delivered twice is recognized. */
export const incomingTexts = pgTable('incoming_texts', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Twilio's MessageSid, or the outbox's own. */
  providerId: text('provider_id').notNull(),
  /** E.164. Blanked together with the body after a while, or when the account is deleted. */
  number: text().notNull(),
  body: text().notNull(),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
})

/** The list last sent to a number, for '1' and '2' to choose from. */
export const textLists = pgTable('text_lists', {
  /** E.164. */
  number: text().primaryKey(),
  /** What a choice does. */
  action: text().$type<Action>().notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  /** When an entry was chosen or something else was texted; after that nothing can be chosen. */
  endedAt: timestamp('ended_at', { withTimezone: true }),
})

/** The numbered lines of a list: a tee time, and the account that it is for. */
export const textListEntries = pgTable('text_list_entries', {
  /** The list's number. */
  number: text().notNull(),
  /** From 1. */
  position: integer().notNull(),
  /** Access is checked again when it is chosen. */
  teeTimeId: integer('tee_time_id').notNull(),
  golferId: integer('golfer_id').notNull(),
})
