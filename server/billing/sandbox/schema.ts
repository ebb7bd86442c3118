import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The sandbox's objects, in the shapes of Stripe's API. Empty in production. */
export const sandboxObjects = pgTable('sandbox_objects', {
  id: text().primaryKey(),
  object: text().notNull(),
  data: jsonb().$type<Record<string, unknown>>().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
