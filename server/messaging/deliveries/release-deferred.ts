import type { Context } from '../../context.ts'
import { releaseDue } from './store.ts'

/** The most per transaction, so that many groups' texts in the morning hold no lock for long. */
const AT_ONCE = 500

/** Queues messages whose quiet hours have ended. The channel of each is chosen again when its job runs. */
export async function releaseDeferred(ctx: Context): Promise<void> {
  const release = () => releaseDue(ctx.db, ctx.clock.now(), AT_ONCE)
  while ((await release()) === AT_ONCE);
}
