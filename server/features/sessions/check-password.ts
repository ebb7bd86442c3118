import type { Context } from '../../context.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import type { SessionHolder } from './gate.ts'
import { readPassword } from './store.ts'

/** Whether this is the password of the session's golfer. */
export async function isMyPassword(
  ctx: Context,
  holder: SessionHolder,
  password: string,
): Promise<boolean> {
  return verifyPassword(await readPassword(ctx.db, holder), password)
}
