import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  pgView,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'

const columns = {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  slug: text().notNull().unique(),
  description: text(),
  ownerId: integer('owner_id')
    .notNull()
    .references(() => golfers.id),
  isActive: boolean('is_active').notNull().default(true),
  expiryDate: timestamp('expiry_date', { withTimezone: true }),
  stripeSubscriptionId: text('stripe_subscription_id').unique(),
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
export const allGroups = pgTable('groups', columns, (table) => [
  index('groups_owner_id_idx').on(table.ownerId),
  // The super admin's tables: sorting by pages, and searching for any part of a name.
  index('groups_listed_by_name_idx').on(sql`lower(${table.name})`, table.id, table.name),
  index('groups_created_at_idx').on(table.createdAt, table.id),
  index('groups_expiry_date_idx').on(table.expiryDate, table.id),
  // The few that are paid, for their number.
  index('groups_subscription_status_idx').on(table.subscriptionStatus),
  // Those whose paid time may be over.
  index('groups_paid_until_idx')
    .on(table.expiryDate)
    .where(sql`${table.subscriptionStatus} in ('active', 'past_due')`),
  index('groups_name_parts_idx').using('gin', sql`lower(${table.name}) gin_trgm_ops`),
  index('groups_slug_parts_idx').using('gin', sql`${table.slug} gin_trgm_ops`),
  check('groups_name_length', sql`char_length(${table.name}) between 2 and 50`),
  check(
    'groups_slug_form',
    sql`${table.slug} ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' and char_length(${table.slug}) between 3 and 30`,
  ),
  // Deleted ones, which are purged in this order.
  index('groups_deleted_at_idx')
    .on(table.deletedAt, table.id)
    .where(sql`${table.deletedAt} is not null`),
  // The number of the others, from the index alone.
  index('groups_live_idx').on(table.id).where(sql`${table.deletedAt} is null`),
  check('groups_deleted_is_off', sql`${table.deletedAt} is null or not ${table.isActive}`),
  check('groups_guests_range', sql`${table.guestsPerPlayer} between 0 and 3`),
  check('groups_description_length', sql`char_length(${table.description}) <= 200`),
  check('groups_home_place_length', sql`char_length(${table.homePlace}) <= 100`),
])

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
export const timeZoneData = pgTable(
  'time_zone_data',
  {
    id: boolean().primaryKey().default(true),
    /** Like '2026a': later ones sort later. It never goes back. */
    version: text().notNull(),
    /** When all upcoming tee times had been looked at by these rules; null until then. */
    recomputedAt: timestamp('recomputed_at', { withTimezone: true }),
  },
  (table) => [check('time_zone_data_one_row', sql`${table.id}`)],
)
