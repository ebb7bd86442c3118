import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Invitations of an address to a group. An invited address is not a member and may have no account. Decided
 * invitations are kept for a while: repeating the same answer gets the same response, and withdrawn
 * invitations still count toward the limits.
 */
export const invitations = pgTable('invitations', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  /** As typed, like `name` and `phone`. */
  email: text().notNull(),
  name: text().notNull(),
  phone: text().notNull(),
  /** False when a visitor of an invite link typed it. A stranger's words must not be used as suggestions. */
  typedByInviter: boolean('typed_by_inviter').notNull(),
  invitedBy: integer('invited_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** When it was last sent. */
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  /** How often it was sent. */
  sends: integer().notNull().default(1),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  decision: text().$type<'accepted' | 'declined' | 'withdrawn'>(),
  decidedAt: timestamp('decided_at', { withTimezone: true }),
})

/** Addresses that left a group or declined an invitation. The group may not invite them until then. */
export const inviteCooldowns = pgTable('invite_cooldowns', {
  groupId: integer('group_id').notNull(),
  /** Lowercase. */
  email: text().notNull(),
  until: timestamp({ withTimezone: true }).notNull(),
})
