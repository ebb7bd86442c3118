import type { Context } from '../../context.ts'
import { createGolfer } from './create-golfer.ts'

/**
 * Creates a super admin unless the email already has an account, which is left as it is. Answers
 * whether one was created.
 */
export async function ensureSuperAdmin(
  ctx: Pick<Context, 'db'>,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const id = await createGolfer(ctx, {
    name: 'Super Admin',
    email,
    phone: '',
    password,
    isSuperAdmin: true,
  })
  return id !== undefined
}
