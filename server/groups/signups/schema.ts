import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Groups waiting for somebody to open the link that was mailed to the address of the signup. It makes no
 * difference whether that address has an account. The slug is reserved meanwhile.
 */
export const signups = pgTable('signups', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  kind: text().$type<'trial' | 'purchase'>().notNull(),
  email: text().notNull(),
  groupName: text('group_name').notNull(),
  slug: text().notNull(),
  description: text(),
  timeZone: text('time_zone').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})
