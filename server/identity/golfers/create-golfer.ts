import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { sendWelcomeLink } from '../send-link.ts'
import { findCredentials } from '../sessions/store.ts'
import { findGolfer, insertGolfer, type NewGolfer } from './store.ts'

/**
 * Registers a golfer. Hashes the password, if there is one. Returns the new id, or undefined if an account
 * with this email (ignoring case) already exists. Never changes an existing account.
 */
export async function createGolfer(ctx: Pick<Context, 'db'>, { password, ...golfer }: NewGolfer) {
  // Hashing is slow on purpose, so skip it for an address that is already taken.
  if ((await findGolfer(ctx, golfer.email)) !== undefined) return undefined
  const hash = password === undefined ? undefined : await hashPassword(password)
  return insertGolfer(ctx.db, { ...golfer, password: hash })
}

/**
 * Creates a super admin, unless the email already has an account. Never changes an existing account. Returns
 * false if the email belongs to a regular golfer, otherwise true.
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
    // Only an operator with access to the server can enter this address, so it needs no proof.
    emailProvenAt: ctx.clock.now(),
  })
  return (await findCredentials(ctx.db, email))?.isSuperAdmin ?? false
}

/**
 * Creates the account of a golfer who has proven their email address. The password must be hashed. The phone
 * counts as confirmed, because the golfer typed it. Returns the id, or undefined if the address already has
 * an account.
 */
export function createProvenAccount(
  tx: Queries,
  { phone = '', ...golfer }: Omit<NewGolfer, 'phone'> & { phone: string | undefined },
  now: Date,
): Promise<number | undefined> {
  const phoneConfirmedAt = phone === '' ? null : now
  return insertGolfer(tx, { ...golfer, phone, emailProvenAt: now, phoneConfirmedAt })
}

/**
 * Returns the id of the account with this email. If there is none, creates one without a password and emails
 * the golfer a link to set it. Never changes an existing account. Only for group owners that a super admin
 * enters. Other golfers' accounts are created when the golfer uses a link; {@link ensureSuperAdmin} creates
 * super admins.
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
  // Another request created the account between the two statements.
  const golferId = await findGolfer({ db: tx }, golfer.email)
  if (golferId === undefined) throw new Error('Could neither find nor create the account')
  return { golferId, isNew: false }
}
