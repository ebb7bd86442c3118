import { and, eq, getViewSelectedFields, lte, not, or, type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, integer, pgTable, pgView, text, timestamp } from 'drizzle-orm/pg-core'
import { GRACE_DAYS } from '../../contract/limits.ts'
import type { Units } from '../../contract/units.ts'
import { DAY_MS } from '../platform/clock.ts'

const allGroupColumns = {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  slug: text().notNull(),
  description: text(),
  ownerId: integer('owner_id').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  expiryDate: timestamp('expiry_date', { withTimezone: true }),
  stripeSubscriptionId: text('stripe_subscription_id'),
  subscriptionStatus: text('subscription_status'),
  renews: boolean().notNull().default(false),
  /** IANA name. */
  timeZone: text('time_zone').notNull().default('America/Edmonton'),
  units: text().$type<Units>().notNull().default('metric'),
  guestsPerPlayer: integer('guests_per_player').notNull().default(1),
  /** The place whose weather is used when a course cannot be found. */
  homePlace: text('home_place'),
  /** Increases with every change of the settings or the owner. */
  version: integer().notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** A deleted group is inactive, and can be restored for a while. */
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
}

/** All groups, including deleted ones. A deferred constraint requires that the owner is a member. */
export const allGroups = pgTable('groups', allGroupColumns)

/** The groups that are not deleted. Code uses `allGroups` only to write, to lock, or for deleted groups. */
export const groups = pgView('live_groups', allGroupColumns).existing()

/** Matches the groups for which `isUnpaid` is true. Null, not false, for groups that never expire. */
export function isUnpaidAt(now: Date) {
  const graceStart = new Date(now.getTime() - GRACE_DAYS * DAY_MS)
  const isOverdue = or(not(groups.renews), lte(groups.expiryDate, graceStart))
  return and(lte(groups.expiryDate, now), isOverdue)
}

const { id, createdAt, deletedAt, stripeSubscriptionId, ...otherColumns } =
  getViewSelectedFields(groups)
export const groupColumns = { groupId: id, ...otherColumns }

export const groupMembers = pgTable('group_members', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  golferId: integer('golfer_id').notNull(),
  isAdmin: boolean('is_admin').notNull().default(false),
  /**
   * Whether the member has muted the group. They still get messages about their own rounds, waiting lists and
   * reserved spots, about the group's trial or paid time, and messages that nobody can turn off.
   */
  muted: boolean().notNull().default(false),
  joinedAt: timestamp('joined_at', { withTimezone: true }).notNull().defaultNow(),
})

export const memberCountOf = (groupId: SQLWrapper) =>
  sql<number>`(select count(*)::int from ${groupMembers} where ${groupMembers.groupId} = ${groupId})`

export const isMembershipOf = (golferId: SQLWrapper | number) =>
  and(eq(groupMembers.groupId, groups.id), eq(groupMembers.golferId, golferId))

/**
 * The invited address might have no account. Decided invitations are kept for a while, so that a retry gets
 * the same response and withdrawn ones still count toward the limits.
 */
export const invitations = pgTable('invitations', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  /** As typed, like `name` and `phone`. */
  email: text().notNull(),
  name: text().notNull(),
  phone: text().notNull(),
  /** False if a visitor of an invite link typed the name and phone. The welcome page then ignores both. */
  typedByInviter: boolean('typed_by_inviter').notNull(),
  invitedBy: integer('invited_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** When the invitation was last sent. */
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  sends: integer().notNull().default(1),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  decision: text().$type<'accepted' | 'declined' | 'withdrawn'>(),
  decidedAt: timestamp('decided_at', { withTimezone: true }),
})

/** Addresses of golfers who left or declined. The group cannot invite them before `until`. */
export const inviteCooldowns = pgTable('invite_cooldowns', {
  groupId: integer('group_id').notNull(),
  /** Lowercase. */
  email: text().notNull(),
  until: timestamp({ withTimezone: true }).notNull(),
})

export const inviteLinks = pgTable('invite_links', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  /** Not hashed, because the owner and admins can see the link again. */
  token: text().notNull(),
  joinsWithoutApproval: boolean('joins_without_approval').notNull().default(false),
  createdBy: integer('created_by').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  revokedAt: timestamp('revoked_at', { withTimezone: true }),
})

export const joinRequests = pgTable('join_requests', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  /** The golfer who asked while signed in; null for a visitor, whose address might still have an account. */
  golferId: integer('golfer_id'),
  name: text().notNull(),
  email: text().notNull(),
  phone: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  decidedAt: timestamp('decided_at', { withTimezone: true }),
  decision: text().$type<'accepted' | 'declined'>(),
})

/** Signups whose groups do not exist yet. They reserve the slugs of those groups. */
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

/** Matches signups whose payment is in progress or was made. (This domain cannot import billing's table.) */
export const isPaidOrBeingPaid = sql`exists (select from subscriptions
  where subscriptions.signup_id = ${signups.id}
    and subscriptions.status not in ('abandoned', 'canceled'))`

/** Matches signups that can still start a group. A signup with a payment does not expire. */
export const isPendingSignup = (now: Date) =>
  sql`(${signups.expiresAt} > ${now} or ${isPaidOrBeingPaid})`
