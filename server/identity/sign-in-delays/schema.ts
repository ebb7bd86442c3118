import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

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
