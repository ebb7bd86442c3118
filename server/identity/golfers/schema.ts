import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const golfers = pgTable('golfers', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  email: text().notNull(),
  phone: text().notNull().default(''),
  /** `phone` in E.164; null when it cannot take texts. */
  phoneNumber: text('phone_number'),
  /**
   * When the golfer confirmed the phone in a session of their own. Until then it gets no texts, and texts
   * from it are ignored, because somebody else may have typed it.
   */
  phoneConfirmedAt: timestamp('phone_confirmed_at', { withTimezone: true }),
  /** When the golfer agreed to texts at that number, with the checkbox or from the phone. */
  textConsentAt: timestamp('text_consent_at', { withTimezone: true }),
  /** When a link mailed to the address was used. */
  emailProvenAt: timestamp('email_proven_at', { withTimezone: true }),
  /** Part of the unsubscribe links in emails. It lets its bearer turn off emails, and nothing else. */
  mailToken: text('mail_token').notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
  /** An argon2id PHC string. The placeholder is not one, so no password ever matches it. */
  password: text().notNull().default('temporary'),
  isSuperAdmin: boolean('is_super_admin').notNull().default(false),
  /** When the golfer's sign-in code was set up; null without one. */
  signInCodeAt: timestamp('sign_in_code_at', { withTimezone: true }),
  stripeCustomerId: text('stripe_customer_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** When the account was deleted. Its row stays, without personal data, for the rounds it played. */
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
})
