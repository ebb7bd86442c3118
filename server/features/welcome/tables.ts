import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'
import { allGroups } from '../groups/tables.ts'
import { invitations } from '../invitations/tables.ts'
import { signups } from '../signups/tables.ts'

/**
 * Links sent by mail that let their reader set a password, start a group that waits, or accept an
 * invitation. Those of signups and invitations belong to an address, which may have no account.
 */
export const welcomeLinks = pgTable(
  'welcome_links',
  {
    /** SHA-256 of the token, in hex: the token itself stands in the mail alone. */
    tokenHash: text('token_hash').primaryKey(),
    golferId: integer('golfer_id').references(() => golfers.id, { onDelete: 'cascade' }),
    /** The group that the link starts. */
    signupId: integer('signup_id').references(() => signups.id, { onDelete: 'cascade' }),
    /** The invitation that the link accepts. */
    invitationId: integer('invitation_id').references(() => invitations.id, {
      onDelete: 'cascade',
    }),
    /** The group that it was to start, once that was paid for and started by itself. */
    groupId: integer('group_id').references(() => allGroups.id, { onDelete: 'cascade' }),
    /** Sets a new password on request: only the newest such link of a golfer works. */
    isReset: boolean('is_reset').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('welcome_links_golfer_id_idx').on(table.golferId, table.createdAt),
    // For the cascade: groups that wait no more take their links along.
    index('welcome_links_signup_id_idx').on(table.signupId),
    index('welcome_links_invitation_id_idx').on(table.invitationId),
    index('welcome_links_group_id_idx').on(table.groupId),
    index('welcome_links_expires_at_idx').on(table.expiresAt),
    check(
      'welcome_links_of_golfer_or_address',
      sql`num_nonnulls(${table.golferId}, ${table.signupId}, ${table.invitationId}) = 1`,
    ),
  ],
)
