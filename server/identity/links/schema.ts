import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Emailed links that let their reader set a password, start a waiting group, or accept an invitation. Links
 * of signups and invitations belong to an address, which may have no account.
 */
export const welcomeLinks = pgTable('welcome_links', {
  /** SHA-256 of the token, in hex. Only the email contains the token itself. */
  tokenHash: text('token_hash').primaryKey(),
  golferId: integer('golfer_id'),
  /** The signup of the group that the link starts. */
  signupId: integer('signup_id'),
  /** The invitation that the link accepts. */
  invitationId: integer('invitation_id'),
  /** The group it was meant to start, if that was paid for and started automatically. */
  groupId: integer('group_id'),
  /** Sets a new password on request. Only a golfer's newest link of this kind works. */
  isReset: boolean('is_reset').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})
