import type { Context } from '../../context.ts'
import { messengerOfJob } from '../messages/gate.ts'
import { releaseDue } from './store.ts'

/** So many in one transaction: a morning's texts of many groups hold no lock for long. */
const AT_ONCE = 500

/** Lets go of the texts whose quiet hours are over; each is decided anew when its turn comes. */
export async function releaseHeld(ctx: Context): Promise<void> {
  const release = () => releaseDue(ctx.db, messengerOfJob(), ctx.clock.now(), AT_ONCE)
  while ((await release()) === AT_ONCE);
}
