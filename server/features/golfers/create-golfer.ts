import type { Context } from '../../context.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { findGolferId, insertGolfer } from './store.ts'

export interface Registration {
  name: string
  email: string
  phone: string
  password?: string
  isSuperAdmin?: boolean
  /** When the address was proven to be the golfer's: by the house itself, where no link is mailed. */
  emailProvenAt?: Date
  /** When the golfer confirmed the phone: left out where somebody else typed it. */
  phoneConfirmedAt?: Date
}

/**
 * Registers a golfer. Answers the new id, or undefined when the email (without regard to case)
 * already has an account, which is then left as it is.
 */
export async function createGolfer(
  ctx: Pick<Context, 'db'>,
  { password, ...golfer }: Registration,
): Promise<number | undefined> {
  // Hashing costs on purpose: not for an address that is taken anyway.
  if ((await findGolferId(ctx.db, golfer.email)) !== undefined) return undefined
  return insertGolfer(ctx.db, {
    ...golfer,
    ...(password !== undefined && { password: await hashPassword(password) }),
  })
}
