import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Links sent by mail that let their reader set a password, start a group that waits, or accept an
 * invitation. Those of signups and invitations belong to an address, which may have no account.
 */
export const welcomeLinks = pgTable('welcome_links', {
  /** SHA-256 of the token, in hex: the token itself stands in the mail alone. */
  tokenHash: text('token_hash').primaryKey(),
  golferId: integer('golfer_id'),
  /** The group that the link starts. */
  signupId: integer('signup_id'),
  /** The invitation that the link accepts. */
  invitationId: integer('invitation_id'),
  /** The group that it was to start, once that was paid for and started by itself. */
  groupId: integer('group_id'),
  /** Sets a new password on request: only the newest such link of a golfer works. */
  isReset: boolean('is_reset').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})
