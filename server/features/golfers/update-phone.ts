import type { User } from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import type { SessionHolder } from '../sessions/gate.ts'
import { presentUser } from '../sessions/present-user.ts'
import { updatePhone } from './store.ts'

/** Stores the golfer's own phone number; answers the golfer as changed. */
export async function changePhone(
  ctx: Context,
  holder: SessionHolder,
  phone: string,
): Promise<User> {
  await updatePhone(ctx.db, holder, phone)
  return presentUser({ ...holder, phone })
}
