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
  /** Whether the subscription renews automatically. */
  renews: boolean().notNull().default(false),
  /** The IANA time zone of the group's dates and times. */
  timeZone: text('time_zone').notNull().default('America/Edmonton'),
  /** How many guests each player may bring to a tee time. */
  guestsPerPlayer: integer('guests_per_player').notNull().default(1),
  /** The place whose weather is used when a course cannot be found. */
  homePlace: text('home_place'),
  /** Increases with every change of the settings. */
  version: integer().notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** When the group was deleted. It can be restored for some days, and is switched off. */
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
}

/**
 * All groups, including deleted ones; for code that deletes, restores or writes groups. A migration adds
 * the constraint that the owner is always a member (deferred, since each row needs the other).
 */
export const allGroups = pgTable('groups', columns)

/** The groups that are not deleted. Code that reads groups uses this view. */
export const groups = pgView('live_groups', columns).existing()

/** The group columns that authorization needs, together with the membership. */
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
