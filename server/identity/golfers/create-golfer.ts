import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { sendWelcomeLink } from '../send-link.ts'
import { findCredentials } from '../sessions/store.ts'
import { findGolfer, insertGolfer, type NewGolfer } from './store.ts'

/**
 * Registers a golfer with a plain password, if any. Returns the new id, or undefined when an account with
 * this email already exists (ignoring case), which stays unchanged.
 */
export async function createGolfer(
  ctx: Pick<Context, 'db'>,
  { password, ...golfer }: NewGolfer,
): Promise<number | undefined> {
  // Hashing is slow on purpose, so skip it for an address that is already taken.
  if ((await findGolfer(ctx, golfer.email)) !== undefined) return undefined
  const hash = password === undefined ? undefined : await hashPassword(password)
  return insertGolfer(ctx.db, { ...golfer, password: hash })
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
 * Creates the account of a golfer who has proven their email address, with what they typed (the password as
 * a hash). Returns the id, or undefined if the address already has an account.
 */
export function createAccount(
  tx: Queries,
  { phone = '', ...golfer }: Omit<NewGolfer, 'phone'> & { phone: string | undefined },
  now: Date,
): Promise<number | undefined> {
  const phoneConfirmedAt = phone === '' ? null : now
  return insertGolfer(tx, { ...golfer, phone, emailProvenAt: now, phoneConfirmedAt })
}

/**
 * Returns the account of an address, creating it if there is none: without a password, and with a link to
 * set one sent by email. Only for group owners that the super admin enters; other accounts are created
 * when their golfer opens a link. An existing account stays unchanged.
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
