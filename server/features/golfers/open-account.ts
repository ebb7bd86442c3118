import type { Queries } from '../../platform/database/database.ts'
import { insertGolfer } from './store.ts'

/** What a golfer says of themself on the welcome page. */
export interface Opening {
  readonly name: string
  readonly email: string
  /** Undefined for an account without a phone. */
  readonly phone: string | undefined
  /** The password's hash. */
  readonly password: string
}

/**
 * Opens the account of a golfer who has shown to read the mail of the address. Its name and phone are
 * the golfer's own words. Returns its id, or undefined when the address has an account by now. Within a
 * transaction.
 */
export function openAccount(
  tx: Queries,
  { name, email, phone, password }: Opening,
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
