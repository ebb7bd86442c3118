import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export const golfers = pgTable(
  'golfers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull().default(''),
    /** An argon2id PHC string; the placeholder is none, so no password ever matches it. */
    password: text().notNull().default('temporary'),
    isSuperAdmin: boolean('is_super_admin').notNull().default(false),
    stripeCustomerId: text('stripe_customer_id').unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('golfers_email_key').on(sql`lower(${table.email})`),
    check('golfers_name_length', sql`char_length(${table.name}) between 2 and 100`),
    check('golfers_email_length', sql`char_length(${table.email}) between 3 and 254`),
    check('golfers_phone_length', sql`char_length(${table.phone}) <= 30`),
  ],
)
