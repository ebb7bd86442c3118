import type { Queries } from '../../platform/database/database.ts'
import { insertGolfer } from './store.ts'

/** What a new golfer enters on the welcome page. */
export interface NewAccount {
  readonly name: string
  readonly email: string
  /** Undefined for an account without a phone. */
  readonly phone: string | undefined
  /** The password's hash. */
  readonly password: string
}

/**
 * Creates the account of a golfer who has proven their email address, with the name and phone they typed.
 * Must run within a transaction. Returns the id, or undefined if the address already has an account.
 */
export function createAccount(
  tx: Queries,
  { name, email, phone, password }: NewAccount,
  now: Date,
): Promise<number | undefined> {
  return insertGolfer(tx, {
    name,
    email,
    phone: phone ?? '',
    password,
    emailProvenAt: now,
    ...(phone !== undefined && { phoneConfirmedAt: now }),
  })
}
