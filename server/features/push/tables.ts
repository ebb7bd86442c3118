import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Phones that notifications are pushed to: one for each session, gone with it. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  sessionId: text('session_id').primaryKey(),
  golferId: integer('golfer_id').notNull(),
  /** Where the browser's push service takes messages; whoever knows it can reach the phone. */
  endpoint: text().notNull(),
  /** The phone's public key and secret, by which messages to it are encrypted (RFC 8291). */
  p256dh: text().notNull(),
  auth: text().notNull(),
  /** Our public key that it was made for (RFC 8292). */
  ourKey: text('our_key').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

/** The keys that push services know this house by (RFC 8292), where the environment gives none. */
export const pushKeys = pgTable('push_keys', {
  id: boolean().primaryKey().default(true),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
})
