import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

export const golfers = pgTable(
  'golfers',
  {
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
    stripeCustomerId: text('stripe_customer_id').unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** A deleted account keeps its row, without anything personal, for the rounds it played. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    index('golfers_phone_number_idx').on(table.phoneNumber),
    uniqueIndex('golfers_mail_token_key').on(table.mailToken),
    uniqueIndex('golfers_email_key').on(sql`lower(${table.email})`),
    // The super admin's tables: sorting by pages, and searching for any part of a name or address.
    // Each holds all that finding a page asks for, so that a page far down reads no rows before it.
    index('golfers_listed_idx').on(table.deletedAt).where(sql`${table.deletedAt} is null`),
    index('golfers_listed_by_name_idx')
      .on(sql`lower(${table.name})`, table.id, table.name)
      .where(sql`${table.deletedAt} is null`),
    index('golfers_listed_by_email_idx')
      .on(sql`lower(${table.email})`, table.id, table.email)
      .where(sql`${table.deletedAt} is null`),
    index('golfers_listed_by_created_at_idx')
      .on(table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('golfers_name_parts_idx').using('gin', sql`lower(${table.name}) gin_trgm_ops`),
    index('golfers_email_parts_idx').using('gin', sql`lower(${table.email}) gin_trgm_ops`),
    check('golfers_name_length', sql`char_length(${table.name}) between 2 and 100`),
    check('golfers_email_length', sql`char_length(${table.email}) between 3 and 254`),
    check(
      'golfers_texts_need_confirmed_phone',
      sql`${table.textConsentAt} is null or ${table.phoneConfirmedAt} is not null`,
    ),
    check('golfers_phone_length', sql`char_length(${table.phone}) <= 30`),
  ],
)
