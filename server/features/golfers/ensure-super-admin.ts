import type { Context } from '../../context.ts'
import { createGolfer } from './create-golfer.ts'
import { isSuperAdmin } from './store.ts'

/**
 * Creates a super admin unless the email already has an account, which is left as it is. Answers
 * whether the account of that email is a super admin's: not so where it was a plain golfer's.
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
    // Whoever may start the app, or run its commands, says so.
    emailProvenAt: ctx.clock.now(),
  })
  return isSuperAdmin(ctx.db, email)
}
