import { and, eq, gt, sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/schema.ts'

export const sessions = pgTable('sessions', {
  /** SHA-256 of the session id, in hex. The id itself is sent once and never stored. */
  id: text().primaryKey(),
  golferId: integer('golfer_id').notNull(),
  /** The latest end of the session. Being idle ends it earlier. */
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  /** The user agent that started the session. */
  userAgent: text('user_agent'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
  /** Whether the session was opened, or confirmed later, with a sign-in code. */
  codeUsed: boolean('code_used').notNull().default(false),
})

/** The session and golfer columns that authentication needs. */
export const holderColumns = {
  sessionId: sessions.id,
  golferId: golfers.id,
  name: golfers.name,
  email: golfers.email,
  phone: golfers.phone,
  phoneConfirmed: sql<boolean>`${golfers.phoneConfirmedAt} is not null`,
  isSuperAdmin: golfers.isSuperAdmin,
  signInCodeAt: golfers.signInCodeAt,
  codeUsed: sessions.codeUsed,
  createdAt: golfers.createdAt,
  lastSeenAt: sessions.lastSeenAt,
}

/** Matches the session of a `SessionKey` if it is neither expired nor idle for too long. */
export const isLiveSession = and(
  eq(sessions.id, sql.placeholder('id')),
  gt(sessions.expiresAt, sql.placeholder('now')),
  gt(sessions.lastSeenAt, sql.placeholder('idleSince')),
)
