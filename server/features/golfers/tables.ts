import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const golfers = pgTable('golfers', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  email: text().notNull(),
  phone: text().notNull().default(''),
  /** `phone` in E.164; null when it is no number that could take a text. */
  phoneNumber: text('phone_number'),
  /**
   * When the golfer confirmed the phone in a session of their own. Until then it gets no texts, and
   * texts from it act for nobody: somebody else may have typed it.
   */
  phoneConfirmedAt: timestamp('phone_confirmed_at', { withTimezone: true }),
  /** When the golfer agreed to texts at that number, by the box or from the phone. */
  textConsentAt: timestamp('text_consent_at', { withTimezone: true }),
  /** A link that was mailed to the address was used. */
  emailProvenAt: timestamp('email_proven_at', { withTimezone: true }),
  /** In the links that switch mails off: whoever holds a mail may do that, and nothing else. */
  mailToken: text('mail_token').notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
  /** An argon2id PHC string; the placeholder is none, so no password ever matches it. */
  password: text().notNull().default('temporary'),
  isSuperAdmin: boolean('is_super_admin').notNull().default(false),
  /** When the golfer's sign-in code was set up; null without one. */
  signInCodeAt: timestamp('sign_in_code_at', { withTimezone: true }),
  stripeCustomerId: text('stripe_customer_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** A deleted account keeps its row, without anything personal, for the rounds it played. */
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
})
