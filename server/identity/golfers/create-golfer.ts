import type { Context } from '../../context.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { findGolferId, insertGolfer } from './store.ts'

export interface Registration {
  name: string
  email: string
  phone: string
  password?: string
  isSuperAdmin?: boolean
  /** When the address was proven; set only if the app itself vouches for it and no link is mailed. */
  emailProvenAt?: Date
  /** When the golfer confirmed the phone; omitted if somebody else typed it. */
  phoneConfirmedAt?: Date
}

/**
 * Registers a golfer. Returns the new id, or undefined when an account with this email already exists
 * (ignoring case). That account stays unchanged.
 */
export async function createGolfer(
  ctx: Pick<Context, 'db'>,
  { password, ...golfer }: Registration,
): Promise<number | undefined> {
  // Hashing is slow on purpose, so skip it for an address that is already taken.
  if ((await findGolferId(ctx.db, golfer.email)) !== undefined) return undefined
  return insertGolfer(ctx.db, {
    ...golfer,
    ...(password !== undefined && { password: await hashPassword(password) }),
  })
}
