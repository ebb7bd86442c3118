import type { Context } from '../../context.ts'
import { Conflict, type Queries } from '../../platform/database/database.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { sendWelcomeLink } from '../send-link.ts'
import { findAccount, insertGolfer, type NewGolfer } from './store.ts'

export async function createGolfer(ctx: Pick<Context, 'db'>, { password, ...golfer }: NewGolfer) {
  // Hashing is slow on purpose, so check the email first.
  if ((await findAccount(ctx.db, golfer.email)) !== undefined) return undefined
  const hash = password === undefined ? undefined : await hashPassword(password)
  return insertGolfer(ctx.db, { ...golfer, password: hash })
}

/**
 * Creates a super admin, unless the email already has an account. Returns false if that account is not a
 * super admin's.
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
    // Only an operator can set this address, so it needs no proof.
    emailProvenAt: ctx.clock.now(),
  })
  return (await findAccount(ctx.db, email))?.isSuperAdmin ?? false
}

/**
 * Only for the owner whom a super admin names for a new group. All other golfers get an account by using an
 * emailed link. Call it in `inTransaction`, which retries if another transaction deletes the account
 * meanwhile.
 */
export async function findOrRegister(tx: Queries, golfer: NewGolfer) {
  const newId = await insertGolfer(tx, golfer)
  if (newId !== undefined) {
    await sendWelcomeLink(tx, { golferId: newId, reason: 'new-account' })
    return { golferId: newId, isNew: true }
  }
  const account = await findAccount(tx, golfer.email)
  if (account === undefined) throw new Conflict('The account was deleted after the insert found it')
  return { golferId: account.id, isNew: false }
}
