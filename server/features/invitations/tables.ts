import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'
import { allGroups } from '../groups/tables.ts'

/**
 * Invitations of an address to a group. An invited address is no member and may have no account. A
 * decided invitation is kept for a while: the same answer sent twice gets the same response, and what
 * was withdrawn still counts toward the limits.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    groupId: integer('group_id')
      .notNull()
      .references(() => allGroups.id, { onDelete: 'cascade' }),
    /** As it was typed, like `name` and `phone`. */
    email: text().notNull(),
    name: text().notNull(),
    phone: text().notNull(),
    /** False where a visitor of an invite link typed it: a stranger's words suggest nothing. */
    typedByInviter: boolean('typed_by_inviter').notNull(),
    invitedBy: integer('invited_by').references(() => golfers.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When it was last sent. */
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
    /** How often it was sent. */
    sends: integer().notNull().default(1),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    decision: text().$type<'accepted' | 'declined' | 'withdrawn'>(),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('invitations_open_key')
      .on(table.groupId, sql`lower(${table.email})`)
      .where(sql`${table.decision} is null`),
    index('invitations_email_idx').on(sql`lower(${table.email})`),
    index('invitations_invited_by_idx').on(table.invitedBy),
    index('invitations_expires_at_idx').on(table.expiresAt),
    check(
      'invitations_decision_known',
      sql`${table.decision} in ('accepted', 'declined', 'withdrawn')`,
    ),
    check(
      'invitations_decided_or_not',
      sql`(${table.decision} is null) = (${table.decidedAt} is null)`,
    ),
  ],
)

/** Addresses whose golfer left a group or declined an invitation: not to be invited again until then. */
export const invitationRests = pgTable(
  'invitation_rests',
  {
    groupId: integer('group_id')
      .notNull()
      .references(() => allGroups.id, { onDelete: 'cascade' }),
    /** In lower case. */
    email: text().notNull(),
    until: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.email] }),
    index('invitation_rests_until_idx').on(table.until),
  ],
)
