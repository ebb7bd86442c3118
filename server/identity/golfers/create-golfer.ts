import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { sendWelcomeLink } from '../send-link.ts'
import { findCredentials } from '../sessions/store.ts'
import { findGolfer, insertGolfer } from './store.ts'

/**
 * Registers a golfer. Returns the new id, or undefined when an account with this email already exists
 * (ignoring case). That account stays unchanged.
 */
export async function createGolfer(
  ctx: Pick<Context, 'db'>,
  {
    password,
    ...golfer
  }: {
    name: string
    email: string
    phone: string
    password?: string
    isSuperAdmin?: boolean
    /** When the address was proven; set only if the app itself vouches for it and no link is mailed. */
    emailProvenAt?: Date
    /** When the golfer confirmed the phone; omitted if somebody else typed it. */
    phoneConfirmedAt?: Date
  },
): Promise<number | undefined> {
  // Hashing is slow on purpose, so skip it for an address that is already taken.
  if ((await findGolfer(ctx, golfer.email)) !== undefined) return undefined
  return insertGolfer(ctx.db, {
    ...golfer,
    ...(password !== undefined && { password: await hashPassword(password) }),
  })
}

/**
 * Creates a super admin unless the email already has an account, which stays unchanged. Returns whether the
 * account with that email is a super admin's; false if it belongs to a regular golfer.
 */
export async function ensureSuperAdmin(
  ctx: Pick<Context, 'db' | 'clock'>,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  await createGolfer(ctx, {
    name: 'Super Admin',
    email,
    phone: '',
    password,
    isSuperAdmin: true,
    // Anyone who can start the app or run its commands is trusted about this address.
    emailProvenAt: ctx.clock.now(),
  })
  return (await findCredentials(ctx.db, email))?.isSuperAdmin ?? false
}

/**
 * Creates the account of a golfer who has proven their email address, with the name, the phone (if any)
 * and the hash of the password they typed. Must run within a transaction. Returns the id, or undefined if
 * the address already has an account.
 */
export function createAccount(
  tx: Queries,
  {
    phone,
    ...golfer
  }: { name: string; email: string; phone: string | undefined; password: string },
  now: Date,
): Promise<number | undefined> {
  return insertGolfer(tx, {
    ...golfer,
    phone: phone ?? '',
    emailProvenAt: now,
    ...(phone !== undefined && { phoneConfirmedAt: now }),
  })
}

/**
 * Returns the account of an address, creating it if there is none: without a password, and with a link to
 * set one sent by email. Only for group owners that the super admin enters; other accounts are created
 * when their golfer opens a link. An existing account stays unchanged, including its name and phone.
 * @param tx the transaction that needs the account
 */
export async function findOrRegister(
  tx: Queries,
  golfer: { name: string; email: string; phone: string },
): Promise<{ golferId: number; isNew: boolean }> {
  const known = await findGolfer({ db: tx }, golfer.email)
  if (known !== undefined) return { golferId: known, isNew: false }
  const made = await insertGolfer(tx, golfer)
  if (made !== undefined) {
    await sendWelcomeLink(tx, { golferId: made, reason: 'new-account' })
    return { golferId: made, isNew: true }
  }
  // Another request created it between the two statements.
  const golferId = await findGolfer({ db: tx }, golfer.email)
  if (golferId === undefined) throw new Error('An account neither exists nor can be created')
  return { golferId, isNew: false }
}
