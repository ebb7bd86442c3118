import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What is known of a phone number, whoever's account it stands in. */
export const textNumbers = pgTable('text_numbers', {
  /** E.164. */
  number: text().primaryKey(),
  /** Said STOP: nothing goes there until a START comes from it. */
  stoppedAt: timestamp('stopped_at', { withTimezone: true }),
  /** When it was last asked to opt in. */
  askedAt: timestamp('asked_at', { withTimezone: true }),
  /** The provider says that it takes no texts, or none from us; with the provider's code. */
  unreachableAt: timestamp('unreachable_at', { withTimezone: true }),
  unreachableCode: text('unreachable_code'),
})

/** What happened to a consent. */
export type ConsentStep = 'asked' | 'given' | 'taken-back' | 'stopped' | 'number-changed'

/** The ledger: entries are added, never changed. It outlives accounts, as proof. */
export const consentEntries = pgTable('consent_entries', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  number: text().notNull(),
  golferId: integer('golfer_id'),
  step: text().$type<ConsentStep>().notNull(),
  /** By what: 'box', a word that was texted, a provider's code, 'profile'. */
  how: text().notNull(),
  /** What the golfer read or wrote. */
  wording: text().notNull(),
})
