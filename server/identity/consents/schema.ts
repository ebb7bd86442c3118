import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The texting state of a phone number, shared by all accounts that have it. */
export const textNumbers = pgTable('text_numbers', {
  /** E.164. */
  number: text().primaryKey(),
  /** When the number said STOP. Nothing goes there until it sends START. */
  stoppedAt: timestamp('stopped_at', { withTimezone: true }),
  /** When the number was last asked to opt in. */
  optInRequestedAt: timestamp('opt_in_requested_at', { withTimezone: true }),
  /** When the provider reported that the number takes no texts, or none from us; with its error code. */
  unreachableAt: timestamp('unreachable_at', { withTimezone: true }),
  unreachableCode: text('unreachable_code'),
})

/** An event in the history of a consent. */
export type ConsentStep = 'requested' | 'given' | 'withdrawn' | 'stopped' | 'number-changed'

/** The consent log. Entries are never changed, and outlive accounts as proof. */
export const consentEntries = pgTable('consent_entries', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  number: text().notNull(),
  golferId: integer('golfer_id'),
  step: text().$type<ConsentStep>().notNull(),
  /** What caused it: 'box', a word that was texted, a provider's code, or 'profile'. */
  how: text().notNull(),
  /** What the golfer read or wrote. */
  wording: text().notNull(),
})
