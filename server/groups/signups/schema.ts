import { sql } from 'drizzle-orm'
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

/**
 * Whether a payment for a signup's group is in progress or was made. Names the table of subscriptions
 * instead of importing it, because billing builds on groups.
 */
export const isBeingPaid = sql`exists (select from subscriptions
  where subscriptions.signup_id = ${signups.id}
    and subscriptions.status not in ('abandoned', 'canceled'))`

/** Matches signups that are still waiting: for seven days, or as long as they are being paid for. */
export function isWaiting(now: Date) {
  return sql`(${signups.expiresAt} > ${now} or ${isBeingPaid})`
}
