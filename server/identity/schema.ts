import { and, eq, gt, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AlertKind } from '../../contract/alerts.ts'
import type { AuditAction } from '../../contract/audit.ts'
import type { AlertChannel } from '../../contract/preferences.ts'
import { isoInstant } from '../platform/database/iso-instant.ts'

export const golfers = pgTable('golfers', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  email: text().notNull(),
  phone: text().notNull().default(''),
  /** `phone` in E.164; null when it cannot take texts. */
  phoneNumber: text('phone_number'),
  /** When the golfer confirmed the phone, which somebody else may have typed. Until then, no texts. */
  phoneConfirmedAt: timestamp('phone_confirmed_at', { withTimezone: true }),
  /** When the golfer agreed to texts on that number, with the checkbox or from the phone. */
  textConsentAt: timestamp('text_consent_at', { withTimezone: true }),
  /** When a link mailed to the address was used. */
  emailProvenAt: timestamp('email_proven_at', { withTimezone: true }),
  /** Part of the unsubscribe links in emails. It lets its bearer turn off emails, and nothing else. */
  mailToken: text('mail_token').notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
  /** An argon2id PHC string. The placeholder is not one, so no password ever matches it. */
  password: text().notNull().default('temporary'),
  isSuperAdmin: boolean('is_super_admin').notNull().default(false),
  /** When the golfer's sign-in code was set up; null without one. */
  signInCodeAt: timestamp('sign_in_code_at', { withTimezone: true }),
  stripeCustomerId: text('stripe_customer_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** When the account was deleted. The row stays, without personal data, so that past rounds are complete. */
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
})

/** Matches the account of a golfer, unless it is deleted. */
export const isAccount = (golferId: number) =>
  and(eq(golfers.id, golferId), isNull(golfers.deletedAt))

/** Matches rows whose email is this one, ignoring case. */
export const isSameEmail = (column: SQLWrapper, email: SQLWrapper | string) =>
  eq(sql`lower(${column})`, sql`lower(${email})`)

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
  createdAt: isoInstant(golfers.createdAt),
  lastSeenAt: sessions.lastSeenAt,
}

/** Matches the session of a `SessionKey` if it is neither expired nor idle for too long. */
export const isLiveSession = and(
  eq(sessions.id, sql.placeholder('id')),
  gt(sessions.expiresAt, sql.placeholder('now')),
  gt(sessions.lastSeenAt, sql.placeholder('idleSince')),
)

/** Secrets of authenticator apps, in base64. Not encrypted, because the key would be on the same server. */
export const signInCodes = pgTable('sign_in_codes', {
  golferId: integer('golfer_id').primaryKey(),
  secret: text(),
  /** Replaces the secret once one of its codes is confirmed. */
  pendingSecret: text('pending_secret'),
  /** The time step of the last accepted code. Codes of that step and earlier no longer work. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

export const recoveryCodes = pgTable('recovery_codes', {
  /** SHA-256 of the code, which has 120 random bits. */
  codeHash: text('code_hash').primaryKey(),
  golferId: integer('golfer_id').notNull(),
})

/** Random keys of this installation, created with the database. */
export const installationKeys = pgTable('installation_keys', {
  name: text().primaryKey(),
  value: text().notNull(),
})

/** Failed attempts at a password or sign-in code; see `functions/take_sign_in_try.sql`. */
export const signInDelays = pgTable('sign_in_delays', {
  /** A keyed hash of the account or device. */
  key: text().primaryKey(),
  failures: integer().notNull(),
  nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

/** The accounts that a network recently failed to sign in to. */
export const signInNetworks = pgTable('sign_in_networks', {
  /** A keyed hash of the network's address. */
  network: text().notNull(),
  /** The account's key in {@link signInDelays}. */
  account: text().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
})

/**
 * Links in emails that set a password, start the group of a signup, or accept an invitation. The last two
 * belong to an email address, which may have no account.
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

/** The texting state of a phone number, shared by all accounts that have it. */
export const textNumbers = pgTable('text_numbers', {
  /** E.164. */
  number: text().primaryKey(),
  /** When the number said STOP. Nothing goes there until it sends START. */
  stoppedAt: timestamp('stopped_at', { withTimezone: true }),
  /** When the number was last asked to opt in. */
  optInRequestedAt: timestamp('opt_in_requested_at', { withTimezone: true }),
  /** When the provider reported that the number takes no texts, or none from us; with its error code. */
  unreachableAt: timestamp('unreachable_at', { withTimezone: true }),
  unreachableCode: text('unreachable_code'),
})

/** A kind of entry in the consent log. */
export type ConsentStep = 'requested' | 'given' | 'withdrawn' | 'stopped' | 'number-changed'

/** The consent log. Entries are never changed, and outlive accounts as proof. */
export const consentEntries = pgTable('consent_entries', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  number: text().notNull(),
  golferId: integer('golfer_id'),
  step: text().$type<ConsentStep>().notNull(),
  /** What caused it: 'box', a word that was texted, a provider's code, or 'profile'. */
  how: text().notNull(),
  /** The wording that the golfer agreed to, or the text that they sent. */
  wording: text().notNull(),
})

/** What a golfer chose. Without a row, the defaults of contract/preferences.ts apply. */
export const preferences = pgTable('preferences', {
  golferId: integer('golfer_id').primaryKey(),
  /** The kinds that a channel was chosen for; the others use the default. */
  channels: jsonb().$type<Partial<Record<AlertKind, AlertChannel>>>().notNull().default({}),
  /** Local times `HH:MM`. */
  quietFrom: text('quiet_from').notNull().default('21:00'),
  quietTo: text('quiet_to').notNull().default('08:00'),
  /** IANA name; null for the time zone of the group that a message is about. */
  timeZone: text('time_zone'),
})

/** Actions of admins, owners and super admins. Golfer names are joined, so a deleted golfer has none. */
export const auditEntries = pgTable('audit_entries', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  actorId: integer('actor_id'),
  action: text().$type<AuditAction>().notNull(),
  /** Not a foreign key: the entry outlives its group. */
  groupId: integer('group_id'),
  groupName: text('group_name'),
  /** The golfer affected by the action. */
  golferId: integer('golfer_id'),
  detail: text(),
})
