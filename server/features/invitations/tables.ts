import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Invitations of an address to a group. An invited address is no member and may have no account. A
 * decided invitation is kept for a while: the same answer sent twice gets the same response, and what
 * was withdrawn still counts toward the limits.
 */
export const invitations = pgTable('invitations', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  /** As it was typed, like `name` and `phone`. */
  email: text().notNull(),
  name: text().notNull(),
  phone: text().notNull(),
  /** False where a visitor of an invite link typed it: a stranger's words suggest nothing. */
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

/** Addresses whose golfer left a group or declined an invitation: not to be invited again until then. */
export const invitationRests = pgTable('invitation_rests', {
  groupId: integer('group_id').notNull(),
  /** In lower case. */
  email: text().notNull(),
  until: timestamp({ withTimezone: true }).notNull(),
})
