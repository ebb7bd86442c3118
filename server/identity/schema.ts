import { and, eq, gt, isNull, type Placeholder, type SQLWrapper, sql } from 'drizzle-orm'
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
  /** `phone` in E.164; null if `phone` is not a valid number. */
  phoneNumber: text('phone_number'),
  /**
   * When the golfer confirmed the phone. Until then, the phone gets no alerts: someone else may have typed
   * it.
   */
  phoneConfirmedAt: timestamp('phone_confirmed_at', { withTimezone: true }),
  /** When the golfer agreed to texts on this number, by checking the box or by texting START. */
  textConsentAt: timestamp('text_consent_at', { withTimezone: true }),
  /** When the golfer used an emailed link, which proves that the address is theirs. */
  emailProvenAt: timestamp('email_proven_at', { withTimezone: true }),
  /** The secret in unsubscribe links. It permits nothing except turning off kinds of messages. */
  mailToken: text('mail_token').notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
  /** An argon2id PHC string. The default is not a valid hash, so no password matches it. */
  password: text().notNull().default('temporary'),
  isSuperAdmin: boolean('is_super_admin').notNull().default(false),
  signInCodeAt: timestamp('sign_in_code_at', { withTimezone: true }),
  stripeCustomerId: text('stripe_customer_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** A deleted account keeps its row, without personal data, because past rounds need it. */
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
})

export const isSameEmail = (column: SQLWrapper, email: SQLWrapper | string) =>
  eq(sql`lower(${column})`, sql`lower(${email})`)

export const isAccount = (idOrEmail: number | string) =>
  and(
    typeof idOrEmail === 'number'
      ? eq(golfers.id, idOrEmail)
      : isSameEmail(golfers.email, idOrEmail),
    isNull(golfers.deletedAt),
  )

export const sessions = pgTable('sessions', {
  /** SHA-256 of the session id, in hex. The server sends the id itself once and never stores it. */
  id: text().primaryKey(),
  golferId: integer('golfer_id').notNull(),
  /** An idle session ends earlier. */
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  userAgent: text('user_agent'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
  /** Whether the golfer entered a sign-in code, when signing in or later in the session. */
  codeUsed: boolean('code_used').notNull().default(false),
})

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

/**
 * A session ends after 30 idle days, written as 720 hours because the length of a day depends on the time
 * zone. By default, `now` is a placeholder that is filled with the `now` of a `SessionKey`.
 */
export const isUnexpiredSession = (now: Date | Placeholder = sql.placeholder('now')) =>
  and(gt(sessions.expiresAt, now), gt(sql`${sessions.lastSeenAt} + interval '720 hours'`, now))

export const isLiveSession = and(eq(sessions.id, sql.placeholder('id')), isUnexpiredSession())

/** The secrets are in base64. They are not encrypted, because the key would be on the same server. */
export const signInCodes = pgTable('sign_in_codes', {
  golferId: integer('golfer_id').primaryKey(),
  secret: text(),
  /** A new secret, until the golfer enters one of its codes. Then it replaces `secret`. */
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

/** Failed attempts to enter a password or sign-in code: see `functions/take_sign_in_try.sql`. */
export const signInDelays = pgTable('sign_in_delays', {
  /** A keyed hash of what the failures are counted for, such as an account or a device. */
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

/** Emailed links that set a password, start or open the group of a signup, or accept an invitation. */
export const welcomeLinks = pgTable('welcome_links', {
  /** SHA-256 of the token, in hex. Only the email contains the token itself. */
  tokenHash: text('token_hash').primaryKey(),
  golferId: integer('golfer_id'),
  signupId: integer('signup_id'),
  invitationId: integer('invitation_id'),
  /** Set if a payment has already started the signup's group. The link then opens that group. */
  groupId: integer('group_id'),
  /** Whether the link resets a forgotten password. Only the newest such link of a golfer works. */
  isReset: boolean('is_reset').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})

/** The texting state of a phone number, shared by all accounts that have it. */
export const textNumbers = pgTable('text_numbers', {
  /** E.164. */
  number: text().primaryKey(),
  /** When the number sent STOP. Until it sends START, it gets only the replies to STOP and HELP. */
  stoppedAt: timestamp('stopped_at', { withTimezone: true }),
  optInRequestedAt: timestamp('opt_in_requested_at', { withTimezone: true }),
  /** When the provider reported that the number cannot receive our texts. */
  unreachableAt: timestamp('unreachable_at', { withTimezone: true }),
  unreachableCode: text('unreachable_code'),
})

export type ConsentStep = 'requested' | 'given' | 'withdrawn' | 'stopped' | 'number-changed'

/** The consent log. If an account is deleted, its entries stay as proof, without the golfer's id. */
export const consentEntries = pgTable('consent_entries', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  number: text().notNull(),
  golferId: integer('golfer_id'),
  step: text().$type<ConsentStep>().notNull(),
  /**
   * How we learned of this: 'box' (the checkbox), 'profile' (a new phone number), 'text' (our opt-in
   * request), the word that the golfer texted, or an error code of the provider.
   */
  how: text().notNull(),
  /** What the golfer agreed to, the text that the golfer or we sent, or a description of the change. */
  wording: text().notNull(),
})

/** A golfer without a row has the defaults in contract/preferences.ts. */
export const preferences = pgTable('preferences', {
  golferId: integer('golfer_id').primaryKey(),
  /** Kinds that are missing here use the default channel. */
  channels: jsonb().$type<Partial<Record<AlertKind, AlertChannel>>>().notNull().default({}),
  /** Local times `HH:MM`. */
  quietFrom: text('quiet_from').notNull().default('21:00'),
  quietTo: text('quiet_to').notNull().default('08:00'),
  /** An IANA name. If null, each message uses the time zone of its group. */
  timeZone: text('time_zone'),
})

/** The audit log. Golfers are stored by id, so a deleted golfer's name does not stay in the log. */
export const auditEntries = pgTable('audit_entries', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  actorId: integer('actor_id'),
  action: text().$type<AuditAction>().notNull(),
  /** Not a foreign key, because entries stay when their group is deleted. */
  groupId: integer('group_id'),
  groupName: text('group_name'),
  golferId: integer('golfer_id'),
  detail: text(),
})
