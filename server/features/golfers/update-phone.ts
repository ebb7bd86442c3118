import type { User } from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import { notifyOfChange } from '../messages/notify-of-change.ts'
import type { SessionHolder } from '../sessions/gate.ts'
import { presentUser } from '../sessions/present-user.ts'
import { updatePhone } from './store.ts'

/** Stores the golfer's own phone number, and tells by mail of another one; answers the golfer as changed. */
export async function changePhone(
  ctx: Context,
  holder: SessionHolder,
  phone: string,
): Promise<User> {
  if (phone !== holder.phone) {
    await ctx.db.transaction(async (tx) => {
      await updatePhone(tx, holder, phone)
      await notifyOfChange(tx, holder.golferId, 'phone-changed', ctx.clock.now())
    })
  }
  return presentUser({ ...holder, phone })
}
