import { boolean, integer, pgTable, pgView, text, timestamp } from 'drizzle-orm/pg-core'

const columns = {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  slug: text().notNull(),
  description: text(),
  ownerId: integer('owner_id').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  expiryDate: timestamp('expiry_date', { withTimezone: true }),
  stripeSubscriptionId: text('stripe_subscription_id'),
  subscriptionStatus: text('subscription_status'),
  /** Whether the subscription pays for the next months by itself. */
  renews: boolean().notNull().default(false),
  /** IANA name; the zone of the group's dates and times. */
  timeZone: text('time_zone').notNull().default('America/Edmonton'),
  /** How many guests each player may bring to a tee time. */
  guestsPerPlayer: integer('guests_per_player').notNull().default(1),
  /** Where the weather is asked for when a course cannot be found. */
  homePlace: text('home_place'),
  /** Rises with every change of the settings. */
  version: integer().notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** Since when it is deleted: it can be restored for some days, and is switched off. */
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
}

/**
 * All groups, deleted ones too: for what deletes, restores and writes them. A migration adds that the
 * owner is always a member (deferred, since each row needs the other).
 */
export const allGroups = pgTable('groups', columns)

/** The groups that are not deleted: what reads groups reads this view. */
export const groups = pgView('live_groups', columns).existing()

/** What the proof of a place in a group is made from, together with the membership. */
export const groupColumns = {
  groupId: groups.id,
  slug: groups.slug,
  name: groups.name,
  description: groups.description,
  ownerId: groups.ownerId,
  timeZone: groups.timeZone,
  homePlace: groups.homePlace,
  guestsPerPlayer: groups.guestsPerPlayer,
  version: groups.version,
  isActive: groups.isActive,
  expiryDate: groups.expiryDate,
  subscriptionStatus: groups.subscriptionStatus,
  renews: groups.renews,
}

/** One row: with which rules of time zones the instants of tee times were computed. */
export const timeZoneData = pgTable('time_zone_data', {
  id: boolean().primaryKey().default(true),
  /** Like '2026a': later ones sort later. It never goes back. */
  version: text().notNull(),
  /** When all upcoming tee times had been looked at by these rules; null until then. */
  recomputedAt: timestamp('recomputed_at', { withTimezone: true }),
})
