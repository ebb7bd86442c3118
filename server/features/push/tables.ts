import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'
import { sessions } from '../sessions/tables.ts'

/** Phones that notifications are pushed to: one for each session, gone with it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    sessionId: text('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    golferId: integer('golfer_id')
      .notNull()
      .references(() => golfers.id, { onDelete: 'cascade' }),
    /** Where the browser's push service takes messages; whoever knows it can reach the phone. */
    endpoint: text().notNull().unique(),
    /** The phone's public key and secret, by which messages to it are encrypted (RFC 8291). */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** The public key of ours that it was made for (RFC 8292); null from before that was noted. */
    ourKey: text('our_key'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('push_subscriptions_golfer_id_idx').on(table.golferId)],
)

/** The keys that push services know this house by (RFC 8292), where the environment gives none. */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: integer().primaryKey().default(1),
    publicKey: text('public_key').notNull(),
    privateKey: text('private_key').notNull(),
  },
  (table) => [check('push_keys_one_row', sql`${table.id} = 1`)],
)
