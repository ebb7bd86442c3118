import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Phones that get notifications: one per session, deleted with it. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  sessionId: text('session_id').primaryKey(),
  golferId: integer('golfer_id').notNull(),
  /** The push service's URL for this browser. Anyone who knows it can reach the phone. */
  endpoint: text().notNull(),
  /** The phone's public key and secret, used to encrypt messages to it (RFC 8291). */
  p256dh: text().notNull(),
  auth: text().notNull(),
  /** Our public key that the subscription was created for (RFC 8292). */
  ourKey: text('our_key').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

/** The keys that identify this server to push services (RFC 8292), if the environment sets none. */
export const pushKeys = pgTable('push_keys', {
  id: boolean().primaryKey().default(true),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
})
