import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'

/**
 * Groups that wait for their owner to open a link: signed up with an address that has an account
 * already. The slug is held meanwhile, so that nobody can tell such an address from a new one.
 */
export const signups = pgTable(
  'signups',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<'trial' | 'purchase'>().notNull(),
    golferId: integer('golfer_id')
      .notNull()
      .references(() => golfers.id, { onDelete: 'cascade' }),
    groupName: text('group_name').notNull(),
    slug: text().notNull().unique(),
    description: text(),
    timeZone: text('time_zone').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('signups_golfer_id_idx').on(table.golferId),
    index('signups_expires_at_idx').on(table.expiresAt),
    check('signups_kind_known', sql`${table.kind} in ('trial', 'purchase')`),
  ],
)
