import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Secrets of authenticator apps, in base64. They are not encrypted, because the key would be on the same
 * server. Someone who reads them still needs the password.
 */
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
