import type { Context } from '../../context.ts'
import { createGolfer } from './create-golfer.ts'
import { isSuperAdmin } from './store.ts'

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
  return isSuperAdmin(ctx.db, email)
}
